#!/usr/bin/env bash
# tests/fuzz/run.sh [SECONDS [NAME...]]: runs the fuzzers of `cmake --build --preset fuzz` one after
# another, each for so many seconds of CPU time, and prints a table. A target stops at its first
# finding, which then lies in build/fuzz/found. Exit status 1 when there are findings.
set -uo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
names=("$@")
if [[ ! $seconds =~ ^[1-9][0-9]*$ ]]; then
  echo "run.sh: SECONDS is '$seconds', expected a whole number from 1 on" >&2
  exit 2
fi
if ! compgen -G 'build/fuzz/tests/fuzz_*' > /dev/null; then
  echo "run.sh: nothing is built; first: cmake --preset fuzz && cmake --build --preset fuzz" >&2
  exit 2
fi
if ((${#names[@]} == 0)); then
  for binary in build/fuzz/tests/fuzz_*; do names+=("${binary##*/fuzz_}"); done
fi

cpu_seconds() {  # cpu_seconds PID: user and system time; fails when the process has ended
  local fields
  read -ra fields < <(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) || return
  [[ ${fields[0]} != Z ]] || return
  echo $(((fields[11] + fields[12]) / ticks))
}

interrupted=72  # how libFuzzer exits when it is told to stop
ticks=$(getconf CLK_TCK)
for name in "${names[@]}"; do
  if [[ ! -x build/fuzz/tests/fuzz_$name ]]; then
    echo "run.sh: no target '$name'; known:" build/fuzz/tests/fuzz_* >&2
    exit 2
  fi
done

found=build/fuzz/found
total=0
mkdir -p "$found"
printf '%-10s %12s %8s %8s\n' target runs minutes findings
for name in "${names[@]}"; do
  inputs=build/fuzz/inputs/$name
  corpus=tests/fuzz/corpus/$name
  log=$found/$name.log
  mkdir -p "$inputs"
  dictionary=()
  [[ -f tests/fuzz/$name.dict ]] && dictionary=("-dict=tests/fuzz/$name.dict")
  rm -f "$found/$name-"*
  cpu=0
  build/fuzz/tests/fuzz_"$name" "$inputs" "$corpus" "${dictionary[@]}" \
    -rss_limit_mb=2048 -timeout=30 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$found/$name-" > "$log" 2>&1 &
  fuzzer=$!
  trap 'kill "$fuzzer" 2>/dev/null' EXIT
  while now=$(cpu_seconds "$fuzzer"); do
    cpu=$now
    if ((cpu >= seconds)); then
      kill -INT "$fuzzer"
      break
    fi
    sleep 1
  done
  wait "$fuzzer"
  status=$?
  trap - EXIT
  findings=$(find "$found" -name "$name-*" | wc -l)
  ((status == 0 || status == interrupted || findings > 0)) || findings=1
  runs=$(sed -nE 's/^stat::number_of_executed_units: *([0-9]+).*/\1/p' "$log")
  minutes=$(printf '%d.%d' $((cpu / 60)) $((cpu % 60 / 6)))
  printf '%-10s %12s %8s %8s\n' "$name" "${runs:-0}" "$minutes" "$findings"
  total=$((total + findings))
done
((total == 0))
