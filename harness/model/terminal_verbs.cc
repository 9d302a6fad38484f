// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb OnTerminal(std::string name, std::string meaning) {
  Verb verb = {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kValue, {}};
  verb.needs_terminal = true;
  return verb;
}

}  // namespace

std::vector<Verb> TerminalVerbs() {
  Verb inject = OnTerminal("tty.inject", "type the step's nonce into the own terminal (TIOCSTI), for whoever reads from it next");
  inject.witness = WitnessKind::kTerminal;
  inject.promise = promise::kTerminal;
  inject.about = "type into the terminal";
  return {
      OnTerminal("tty.size", "tell the terminal's size (TIOCGWINSZ)"),
      OnTerminal("tty.resize", "tell the size that the harness gives the terminal meanwhile, and whether SIGWINCH told it"),
      OnTerminal("tty.ask", "read a line that the harness types"),
      OnTerminal("tty.signals", "run three jobs in the foreground, of which ^C, ^\\ and ^Z that the harness types end or stop one each"),
      inject,
  };
}

}  // namespace harness
