#include "experiments/statistics/student.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace carrack {
namespace {

namespace policies = boost::math::policies;

/// Settings of Boost: no exceptions, and no `long double`, whose width depends on the platform.
using Policy = policies::policy<
    policies::promote_double<false>, policies::domain_error<policies::ignore_error>,
    policies::pole_error<policies::ignore_error>, policies::overflow_error<policies::ignore_error>,
    policies::evaluation_error<policies::ignore_error>>;

using Normal = boost::math::normal_distribution<double, Policy>;
using Student = boost::math::students_t_distribution<double, Policy>;

}  // namespace

double normal_cdf(double z) noexcept { return boost::math::cdf(Normal(), z); }

double normal_quantile(double p) noexcept { return boost::math::quantile(Normal(), p); }

double student_cdf(double t, std::size_t degrees_of_freedom) noexcept {
  return boost::math::cdf(Student(static_cast<double>(degrees_of_freedom)), t);
}

double student_quantile(double p, std::size_t degrees_of_freedom) noexcept {
  return boost::math::quantile(Student(static_cast<double>(degrees_of_freedom)), p);
}

}  // namespace carrack
