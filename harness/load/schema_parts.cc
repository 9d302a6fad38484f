// SPDX-License-Identifier: Apache-2.0
#include "harness/load/schema_parts.h"

#include <utility>

namespace harness {

SchemaJson Described(SchemaJson schema, const std::string& description) {
  schema["description"] = description;
  return schema;
}

SchemaJson Matching(const std::string& pattern) { return {{"type", "string"}, {"pattern", pattern}}; }

SchemaJson NotEmpty() { return {{"type", "string"}, {"minLength", 1}}; }

SchemaJson Scalar() { return {{"type", {"string", "number", "boolean"}}}; }

SchemaJson ListOf(SchemaJson items) {
  return {{"type", "array"}, {"uniqueItems", true}, {"items", std::move(items)}};
}

SchemaJson Closed(SchemaJson properties) {
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

}  // namespace harness
