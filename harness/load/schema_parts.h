// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace harness {

// The pieces that a JSON Schema is put together from. Keys keep the order in which they were added.
using SchemaJson = nlohmann::ordered_json;

SchemaJson Described(SchemaJson schema, const std::string& description);
// A text in which the regular expression (ECMA 262) is found.
SchemaJson Matching(const std::string& pattern);
SchemaJson NotEmpty();
// Any scalar: YAML reads an unquoted 1 or true as no text, and the loader takes it as one.
SchemaJson Scalar();
// A list without duplicates.
SchemaJson ListOf(SchemaJson items);
// A mapping with no other keys than those of `properties`.
SchemaJson Closed(SchemaJson properties);

}  // namespace harness
