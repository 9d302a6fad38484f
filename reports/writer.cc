// SPDX-License-Identifier: Apache-2.0
#include "reports/writer.h"

namespace reports {

const std::vector<std::string>& FormatNames() {
  static const std::vector<std::string> kNames = {"console", "json", "junit"};
  return kNames;
}

}  // namespace reports
