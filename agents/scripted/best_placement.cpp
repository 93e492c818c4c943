// Most decisions of a playout are placements, each among some twenty options whose values are
// known. The next decision waits for the best of them alone: whether others equalled it is computed
// in parallel, and is a branch that is hardly ever taken.
#include "agents/scripted/best_placement.hpp"

#include "core/base/cpu.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#include <limits>
#endif

namespace carrack {

#if defined(__x86_64__)
namespace {

#define CARRACK_V3 [[gnu::target("avx2,bmi,bmi2")]]

using Four [[gnu::vector_size(32)]] = double;

/// What a worker is worth on each of 16 boxes, in their order; the last is no box.
using Row = std::array<Four, 4>;
static_assert(kBoxes == 15);

constexpr double kBelowAll = -std::numeric_limits<double>::infinity();

/// The lowest bits of what a placement is worth hold its argument of `place`, so that the maximum
/// names it. Values that are equal without these bits are taken for equal; others keep their order.
constexpr u64 kArgument = 127;
static_assert(kWorkers * kBoxes <= kArgument);

CARRACK_V3 inline Four repeated(u64 bits) {
  return _mm256_castsi256_pd(_mm256_set1_epi64x(static_cast<i64>(bits)));
}

/// The values of a row without their lowest bits. NaN for a box that is not legal: NaN equals
/// nothing, and as the first operand of a maximum it is passed over.
CARRACK_V3 inline Row row_of(const PlacementTerms& terms, unsigned first, u64 boxes) {
  const Four nothing = _mm256_set1_pd(std::numeric_limits<double>::quiet_NaN());
  const __m256i set = _mm256_set1_epi64x(static_cast<i64>(boxes << 48));
  Row row;
  for (unsigned i = 0; i < row.size(); ++i) {
    const unsigned at = first + 4 * i;
    const Four bonus = _mm256_add_pd(_mm256_cvtps_pd(_mm_loadu_ps(terms.bonuses[0] + at)),
                                     _mm256_cvtps_pd(_mm_loadu_ps(terms.bonuses[1] + at)));
    const Four sum = _mm256_add_pd(_mm256_loadu_pd(terms.values + at), bonus);
    // The bit of each box becomes the sign.
    const i64 shift = 15 - 4 * i64{i};
    const __m256i signs =
        _mm256_sllv_epi64(set, _mm256_setr_epi64x(shift, shift - 1, shift - 2, shift - 3));
    row[i] = _mm256_blendv_pd(nothing, _mm256_and_pd(sum, repeated(~kArgument)),
                              _mm256_castsi256_pd(signs));
  }
  return row;
}

/// The best of four boxes each, with their arguments.
CARRACK_V3 inline Four best_of_lanes(const Row& row, unsigned first) {
  Four best = _mm256_set1_pd(kBelowAll);
  for (unsigned i = 0; i < row.size(); ++i) {
    const __m256i lanes = _mm256_setr_epi64x(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    const __m256i arguments = _mm256_add_epi64(_mm256_set1_epi64x(first), lanes);
    best = _mm256_max_pd(_mm256_or_pd(row[i], _mm256_castsi256_pd(arguments)), best);
  }
  return best;
}

CARRACK_V3 inline double best_of_four(Four values) {
  const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(values), _mm256_extractf128_pd(values, 1));
  return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

/// Boxes 0, 4, 8 and 12, then 1, 5, 9 and 13, and so on.
CARRACK_V3 inline Row transposed(const Row& row) {
  const Four low01 = _mm256_unpacklo_pd(row[0], row[1]);
  const Four high01 = _mm256_unpackhi_pd(row[0], row[1]);
  const Four low23 = _mm256_unpacklo_pd(row[2], row[3]);
  const Four high23 = _mm256_unpackhi_pd(row[2], row[3]);
  return {_mm256_permute2f128_pd(low01, low23, 0x20), _mm256_permute2f128_pd(high01, high23, 0x20),
          _mm256_permute2f128_pd(low01, low23, 0x31), _mm256_permute2f128_pd(high01, high23, 0x31)};
}

/// The boxes that are worth as much as the best before them in the row, or as the best of former
/// rows.
CARRACK_V3 inline Four ties_in(const Row& columns, Four of_lane, Four best) {
  // Each lane starts with the best of the rows and the lanes before it.
  Four before = _mm256_permute4x64_pd(of_lane, 0b10'01'00'00);
  before = _mm256_blend_pd(before, best, 1);
  before = _mm256_max_pd(before, _mm256_permute4x64_pd(before, 0b10'01'00'00));
  before = _mm256_max_pd(before, _mm256_permute4x64_pd(before, 0b01'00'01'00));
  Four ties = _mm256_setzero_pd();
  for (const Four& column : columns) {
    ties = _mm256_or_pd(ties, _mm256_cmp_pd(column, before, _CMP_EQ_OQ));
    before = _mm256_max_pd(column, before);
  }
  return ties;
}

CARRACK_V3 std::optional<unsigned> sole_best_v3(const Legal& legal, u32 types,
                                                const PlacementTerms& terms) {
  double best = kBelowAll;
  Four ties = _mm256_setzero_pd();
  for (u32 rest = types; rest != 0; rest &= rest - 1) {
    const unsigned first = first_bit(rest) * kBoxes;
    const Row row = row_of(terms, first, legal.arguments(Verb::place, first, kBoxes));
    const Row columns = transposed(row);
    Four of_lane = _mm256_set1_pd(kBelowAll);
    for (const Four& column : columns) of_lane = _mm256_max_pd(column, of_lane);
    const Four before = _mm256_and_pd(_mm256_set1_pd(best), repeated(~kArgument));
    ties = _mm256_or_pd(ties, ties_in(columns, of_lane, before));
    const double here = best_of_four(best_of_lanes(row, first));
    best = here > best ? here : best;
  }
  if (_mm256_movemask_pd(ties) != 0) return {};
  return static_cast<unsigned>(std::bit_cast<u64>(best) & kArgument);
}

}  // namespace

std::optional<unsigned> sole_best_placement(const Legal& legal, u32 types,
                                            const PlacementTerms& terms) {
  if (!cpu::has_pdep) return {};
  return sole_best_v3(legal, types, terms);
}

#else

std::optional<unsigned> sole_best_placement(const Legal&, u32, const PlacementTerms&) { return {}; }

#endif

}  // namespace carrack
