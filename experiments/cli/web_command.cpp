// `carrack web`: the page to play and analyse in, which `make web` builds.
#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <iostream>

#include "core/base/error.hpp"
#include "experiments/base/input_file.hpp"
#include "experiments/base/output_file.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/options.hpp"
#include "experiments/cli/outputs.hpp"

namespace carrack {
namespace {

namespace fs = std::filesystem;

struct WebOptions {
  std::string out = "carrack.html";
  bool force = false;
};

/// Places of the page relative to the folder of the program, in a checkout and in an installation,
/// and relative to a package in site-packages: wheels have the Python module there and, once
/// repaired, the program.
constexpr std::array kPlaces{"../web/carrack.html", "../share/carrack/carrack.html",
                             "../../../../share/carrack/carrack.html"};

/// The file that this code was loaded from: the Python module, or argv[0] of the program. A wheel's
/// `carrack` is a script, which starts the program elsewhere and names itself there. Empty for a
/// bare name, which could be a file of the current folder.
std::string file_of_this_code() {
  static const char kHere = 0;
  Dl_info info{};
  if (dladdr(&kHere, &info) == 0 || info.dli_fname == nullptr) return "";
  std::string file = info.dli_fname;
  return file.find('/') == std::string::npos ? "" : file;
}

/// The page that belongs to this program.
fs::path page_of_program() {
  for (const std::string& program : {std::string("/proc/self/exe"), file_of_this_code()}) {
    std::error_code error;
    const fs::path self = fs::canonical(program, error);
    if (error) continue;
    for (const char* const place : kPlaces) {
      fs::path page = (self.parent_path() / place).lexically_normal();
      if (fs::is_regular_file(page, error)) return page;
    }
  }
  throw InputError(
      "this program was installed without the page; `make web` in a checkout builds it as "
      "build/web/carrack.html, and installations and wheels made after that have it");
}

void write_page(const WebOptions& options) {
  constexpr std::size_t kLargestPage = std::size_t{16} << 20U;
  const std::string page = page_of_program().string();
  OutputFile file(options.out, OutputRule{.replace = options.force, .inputs = {page}});
  file.write(read_input(page, kLargestPage));
  file.finish();
  summary_stream({options.out}) << printable(options.out) << ": open it in a browser\n";
}

}  // namespace

void add_web(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "web", "Write the page to play and analyse in: one HTML file that works offline");
  command->footer("Example: carrack web --output carrack.html");
  const auto options = std::make_shared<WebOptions>();
  add_file(*command, "--output,--out", options->out, "the file to write")->capture_default_str();
  add_force_option(*command, options->force, {});
  command->callback([options] { write_page(*options); });
}

}  // namespace carrack
