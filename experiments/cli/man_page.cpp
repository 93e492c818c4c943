#include "experiments/cli/man_page.hpp"

#include <algorithm>

#include "experiments/base/version.hpp"

namespace carrack {
namespace {

/// Text for roff: no character of it is read as a command or typeset as another one.
std::string plain(const std::string& text) {
  std::string result;
  bool starts_line = true;
  for (const char c : text) {
    if (starts_line && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\(rs";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else if (c == '`') {
      result += "\\(ga";
    } else if (c == '~') {
      result += "\\(ti";
    } else if (c == '^') {
      result += "\\(ha";
    } else {
      result += c;
    }
    starts_line = c == '\n';
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + plain(text) + "\\fR"; }

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string head(const std::string& name, const std::string& help) {
  return ".TH " + plain(upper(name)) + " 1 \"\" \"carrack " + std::string(version::number) +
         "\" \"Carrack manual\"\n.SH NAME\n" + plain(name) + " \\- " + plain(help) + "\n";
}

std::string entry(const OptionText& option) {
  std::string text = ".TP\n";
  if (option.is_positional()) {
    text += italic(option.value);
  } else {
    for (std::size_t i = 0; i < option.names.size(); ++i) {
      text += (i == 0 ? "" : ", ") + bold(option.names[i]);
    }
    if (!option.is_flag()) text += " " + italic(option.value);
    if (option.takes_several && option.value.find("...") == std::string::npos) text += " ...";
  }
  text += "\n" + plain(option.help);
  if (option.is_required && !option.is_positional()) text += " (required)";
  if (!option.initial.empty() && !option.is_flag()) {
    text += " (default: " + plain(option.initial) + ")";
  }
  return text + "\n";
}

std::string entries(const CommandText& command, bool positional) {
  std::string text;
  for (const OptionText& option : command.options) {
    if (option.is_positional() == positional) text += entry(option);
  }
  return text;
}

std::string synopsis(const CommandText& command) {
  std::string text =
      ".SH SYNOPSIS\n" + bold("carrack " + command.name) + " [" + italic("options") + "]";
  for (const OptionText& option : command.options) {
    if (!option.is_positional()) continue;
    const std::string name = italic(option.value) + (option.takes_several ? " ..." : "");
    text += option.is_required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

constexpr std::string_view kExitStatus = R"(.SH EXIT STATUS
.TP
0
Success.
.TP
1
Wrong input, a check that failed, or a resource that is exhausted.
.TP
2
Wrong usage: an unknown command or option, or a wrong value.
.TP
3
An internal error.
.TP
129, 130, 143
Stopped by SIGHUP, by SIGINT (Ctrl\-C), by SIGTERM. Games that are written to a record or a ledger are kept.
A second signal ends the program at once, but not within a second of the first.
)";

}  // namespace

std::string program_page(const CommandTree& tree) {
  std::string text = head("carrack", tree.program.help) + ".SH SYNOPSIS\n" + bold("carrack") + " " +
                     italic("command") + " [" + italic("options") + "]\n.SH COMMANDS\n";
  std::string group;
  for (const CommandText& command : tree.commands) {
    if (command.group != group) text += ".SS " + plain(command.group) + "\n";
    group = command.group;
    text += ".TP\n" + bold(command.name) + "\n" + plain(command.help) + "\n";
  }
  text += ".SH OPTIONS\n" + entries(tree.program, false);
  text += R"(.SH ENVIRONMENT
.TP
.B CARRACK_CPU
Keep to the instructions of this level of x86\-64, v2 or v3. Results are the same.
)";
  text += std::string(kExitStatus) + ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < tree.commands.size(); ++i) {
    text += ".BR " + plain("carrack-" + tree.commands[i].name) + " (1)" +
            (i + 1 < tree.commands.size() ? ",\n" : "\n");
  }
  return text;
}

std::string command_page(const CommandText& command) {
  std::string text = head("carrack-" + command.name, command.help) + synopsis(command);
  if (command.is_python) {
    text += ".SH DESCRIPTION\nThis command is a part of the Python package. " +
            bold("carrack " + command.name + " --help") + " describes its options.\n";
    text += ".SH NOTES\n.nf\n" + plain(command.footer) + "\n.fi\n";
    return text + ".SH SEE ALSO\n.BR carrack (1)\n";
  }
  if (const std::string arguments = entries(command, true); !arguments.empty()) {
    text += ".SH ARGUMENTS\n" + arguments;
  }
  text += ".SH OPTIONS\n" + entries(command, false);
  if (!command.footer.empty()) {
    text += ".SH NOTES\n.nf\n" + plain(command.footer) + "\n.fi\n";
  }
  return text + std::string(kExitStatus) + ".SH SEE ALSO\n.BR carrack (1)\n";
}

}  // namespace carrack
