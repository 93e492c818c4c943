// The lines of a record, as the writer writes them and the reader expects them.
#pragma once

#include <span>
#include <string>

#include "core/base/json_writer.hpp"
#include "core/notation/record.hpp"

namespace carrack {

inline constexpr unsigned kRecordVersion = 1;

/// An event line with its newline. `after` is null for a plain record, else the line is a trace's;
/// `search` is null if the event has no note of a search.
void append_event(std::string& out, u64 ply, const State& before, Action action, const State* after,
                  const SearchNote* search = nullptr);
/// `vp`, `rank` and `breakdown` of a result, into the object that is open.
void write_result_members(JsonWriter& json, const Result& result, unsigned players);
/// The footer with its newline.
void append_result(std::string& out, const Result& result, unsigned players,
                   std::span<const Forfeit> forfeits = {});

}  // namespace carrack
