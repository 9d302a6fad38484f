// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/load/problem.h"
#include "harness/model/scenario.h"

namespace harness {

// A named set of scenarios, each locked by the digest of its file (scenarios/packs/NAME.yaml).
struct Pack {
  std::string name;
  std::map<std::string, std::string> scenarios;  // id to SHA-256 of the file
  std::string file;

  // SHA-256 over the ids and digests, in their order.
  std::string Digest() const;
};

// The scenario tree on disk.
struct Catalog {
  std::string root;
  std::vector<Scenario> scenarios;  // ordered by id
  std::map<std::string, Pack> packs;
  std::vector<Problem> problems;  // with any of these, nothing may be run
};

// Loads every scenario and pack below `root`. A root that is not there is a problem.
Catalog LoadCatalog(const std::string& root);

// Loads just the files that `paths` name, or that lie below the folders that they name. An id is the path below
// `root` where the file lies there, else the file's name without `.yaml`.
Catalog LoadPaths(const std::vector<std::string>& paths, const std::string& root);

// What `sandproof run WHAT…` means in a catalog.
struct Selection {
  std::vector<Scenario> scenarios;  // ordered by id, each once
  std::vector<Pack> packs;          // those that were asked for by name: all of their cases are required
  std::vector<Problem> problems;    // a WHAT that names nothing; a pack with a scenario missing, changed, or none at all
};

// Each WHAT is the name of a pack, a scenario's id, a glob over ids (`network/*`), or a file or folder.
Selection Select(const Catalog& catalog, const std::vector<std::string>& what);

}  // namespace harness
