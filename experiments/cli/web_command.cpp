// `carrack web`: the page to play and analyse in, which `make web` builds.
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

/// The page beside this program: in a checkout as build/web/carrack.html, or installed.
fs::path page_beside_program() {
  std::error_code error;
  const fs::path self = fs::canonical("/proc/self/exe", error);
  for (const char* const place : {"../web/carrack.html", "../share/carrack/carrack.html"}) {
    fs::path page = (self.parent_path() / place).lexically_normal();
    if (!self.empty() && fs::is_regular_file(page, error)) return page;
  }
  throw InputError(
      "this program was installed without the page; `make web` in a checkout builds "
      "it as build/web/carrack.html");
}

void write_page(const WebOptions& options) {
  constexpr std::size_t kLargestPage = std::size_t{16} << 20U;
  const std::string page = page_beside_program().string();
  OutputFile file(options.out, OutputRule{.replace = options.force, .inputs = {page}});
  file.write(read_input(page, kLargestPage));
  file.finish();
  summary_stream({options.out}) << printable(options.out) << ": open it in a browser\n";
}

}  // namespace

void add_web(CLI::App& app, int& /*status*/) {
  auto* const command = app.add_subcommand(
      "web", "Write the page to play and analyse in: one HTML file, which needs no network");
  command->footer("Example: carrack web --output carrack.html");
  const auto options = std::make_shared<WebOptions>();
  add_file(*command, "--output,--out", options->out, "the file to write")->capture_default_str();
  add_force_option(*command, options->force, {});
  command->callback([options] { write_page(*options); });
}

}  // namespace carrack
