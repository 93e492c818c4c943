#include "experiments/cli/completion.hpp"

#include <algorithm>

#include "experiments/cli/options.hpp"

namespace carrack {
namespace {

std::string spaced(const std::vector<std::string>& words) { return join(words, " "); }

std::string command_names(const CommandTree& tree) {
  std::vector<std::string> names;
  for (const CommandText& command : tree.commands) names.push_back(command.name);
  return spaced(names);
}

std::string option_names(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return spaced(names);
}

/// `text` with `sign` before each character in `special`.
std::string escaped(const std::string& text, std::string_view special, std::string_view sign) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += sign;
    result += c;
  }
  return result;
}

/// The text in single quotes, for zsh.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return result + "'";
}

/// The text in single quotes, for fish.
std::string quoted_for_fish(const std::string& text) {
  return "'" + escaped(text, "\\'", "\\") + "'";
}

/// Help in zsh's specifications, which end at a bracket and are divided by colons.
std::string zsh_help(const std::string& text) { return escaped(text, "[]:\\", "\\"); }

std::string zsh_values(const OptionText& option) {
  const std::string name = zsh_help(option.is_positional() ? option.value : option.names.front());
  if (option.words.empty()) return ":" + name + ":_files";
  return ":" + name + ":(" + escaped(spaced(option.words), ":\\", "\\") + ")";
}

std::string zsh_option(const OptionText& option) {
  if (option.is_positional()) return quoted((option.takes_several ? "*" : "") + zsh_values(option));
  std::string lines;
  for (const std::string& name : option.names) {
    if (!lines.empty()) lines += " \\\n    ";
    lines += quoted((option.repeats ? "*" : "") + name + "[" + zsh_help(option.help) + "]" +
                    (option.is_flag() ? "" : zsh_values(option)));
  }
  return lines;
}

std::string fish_option(const std::string& command, const OptionText& option) {
  std::string line = "complete -c carrack -n '__fish_seen_subcommand_from " + command + "'";
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.is_flag()) {
    if (option.words.empty()) {
      line += " -r -F";
    } else {
      line +=
          (option.is_positional() ? " -f -a " : " -x -a ") + quoted_for_fish(spaced(option.words));
    }
  }
  return line + " -d " + quoted_for_fish(option.help) + "\n";
}

}  // namespace

std::string bash_completion(const CommandTree& tree) {
  std::string script = R"(# bash completion for carrack, written by `carrack completion bash`
_carrack() {
  local line=${COMP_LINE:0:COMP_POINT} current option='' distance=0 words='' i
  local -a typed
  read -ra typed <<< "$line"
  current=${line##*[[:space:]]}
  [[ -n $current ]] && unset 'typed[-1]'
  for ((i = ${#typed[@]} - 1; i > 0; --i)); do
    if [[ ${typed[i]} == -* ]]; then
      option=${typed[i]}
      distance=$((${#typed[@]} - i))
      break
    fi
  done
  if ((${#typed[@]} == 1)); then
    words=')";
  script += command_names(tree) + " " + option_names(tree.program);
  script += R"('
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    return
  fi
  local flags='' several='' takes=1
  case ${typed[1]} in
)";
  for (const CommandText& command : tree.commands) {
    if (command.is_python) continue;  // completes files
    std::string flags;
    std::string several;
    for (const OptionText& option : command.options) {
      for (const std::string& name : option.names) {
        if (option.is_flag()) flags += " " + name;
        if (option.takes_several) several += " " + name;
      }
    }
    script += "    " + command.name + ")\n      words='" + option_names(command) +
              "'\n      flags='" + flags + " '\n      several='" + several + " '\n      ;;\n";
  }
  script += R"(  esac
  if [[ -z $option || $flags == *" $option "* ]]; then
    takes=0
  elif ((distance > 1)) && [[ $several != *" $option "* ]]; then
    takes=0
  fi
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    return
  fi
  local values=''
  ((takes)) && case "${typed[1]} $option" in
)";
  for (const CommandText& command : tree.commands) {
    for (const OptionText& option : command.options) {
      if (option.is_positional() || option.words.empty()) continue;
      script += "    '" + command.name + " " + option.names.front() + "')\n      values='" +
                spaced(option.words) + "'\n      ;;\n";
    }
  }
  script += "  esac\n  ((takes)) || case ${typed[1]} in\n";
  for (const CommandText& command : tree.commands) {
    const auto named = std::ranges::find_if(command.options, [](const OptionText& option) {
      return option.is_positional() && !option.words.empty();
    });
    if (named == command.options.end()) continue;
    script += "    " + command.name + ")\n      values='" + spaced(named->words) + "'\n      ;;\n";
  }
  script += R"(  esac
  if [[ -z $values ]]; then
    compopt -o default
    COMPREPLY=()
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
  # bash divides words at colons and replaces only the last part.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local before=${current%"${current##*:}"}
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
  fi
}
complete -F _carrack carrack
)";
  return script;
}

std::string zsh_completion(const CommandTree& tree) {
  std::string script =
      "#compdef carrack\n# zsh completion for carrack, written by `carrack completion zsh`\n\n";
  for (const CommandText& command : tree.commands) {
    script += "_carrack_" + command.name + "() {\n  _arguments";
    for (const OptionText& option : command.options) script += " \\\n    " + zsh_option(option);
    if (command.is_python) script += " '*:file:_files'";
    script += "\n}\n\n";
  }
  script += "_carrack() {\n  local -a commands=(\n";
  for (const CommandText& command : tree.commands) {
    script += "    " + quoted(command.name + ":" + escaped(command.help, ":\\", "\\")) + "\n";
  }
  script += R"(  )
  if ((CURRENT == 2)); then
    _describe command commands
    _arguments '--help[print the help]' '--version[print the version]'
    return
  fi
  local command=$words[2]
  shift words
  ((--CURRENT))
  (($+functions[_carrack_$command])) && _carrack_$command
}

if [[ $funcstack[1] == _carrack ]]; then
  _carrack "$@"
else
  compdef _carrack carrack
fi
)";
  return script;
}

std::string fish_completion(const CommandTree& tree) {
  std::string script = "# fish completion for carrack, written by `carrack completion fish`\n";
  for (const CommandText& command : tree.commands) {
    script += "complete -c carrack -f -n __fish_use_subcommand -a " + command.name + " -d " +
              quoted_for_fish(command.help) + "\n";
  }
  script +=
      "complete -c carrack -f -n __fish_use_subcommand -l help -d 'print the help'\n"
      "complete -c carrack -f -n __fish_use_subcommand -l version -d 'print the version'\n";
  for (const CommandText& command : tree.commands) {
    for (const OptionText& option : command.options) {
      // fish offers files for other arguments by itself.
      if (option.is_positional() && option.words.empty()) continue;
      script += fish_option(command.name, option);
    }
  }
  return script;
}

}  // namespace carrack
