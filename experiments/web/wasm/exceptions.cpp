// C++ exceptions on WebAssembly. Debian's libc++abi for wasm32-wasi is built without them, so this
// file has the functions that the compiler calls, as far as a program of one thread needs them.
//
// An exception is a WebAssembly exception with the tag of C++ and the address of a Thrown. Where a
// function catches by type, the compiler stores the number of the landing pad and the address of
// the function's table (LSDA, as in the Itanium C++ ABI) in __wasm_lpad_context and calls
// _Unwind_CallPersonality, which finds the first matching handler and stores its number there.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

/// What libc++abi derives its type information from; the order of its virtual functions is that of
/// libc++abi 19. Its can_catch() knows base classes and adjusts the pointer.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using __cxxabiv1::__shim_type_info;

/// Stands before the object that is thrown.
struct alignas(std::max_align_t) Thrown {
  std::type_info* type;
  void* (*destroy)(void*);  // on WebAssembly, destructors return their object
  void* caught;             // the object as its handler sees it, e.g. as a base class
  Thrown* previous;         // caught before this one and not handled yet
  int handlers;             // that are running; negative while it is thrown on
};

Thrown* innermost = nullptr;  // of the exceptions that have been caught

Thrown* header_of(void* object) { return static_cast<Thrown*>(object) - 1; }
void* object_of(Thrown* thrown) { return thrown + 1; }

constexpr int kCppTag = 0;

struct LandingPad {
  std::uintptr_t index;
  const std::uint8_t* table;
  std::uintptr_t handler;
};

std::uintptr_t read_unsigned(const std::uint8_t*& at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uintptr_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) return value;
  }
}

std::intptr_t read_signed(const std::uint8_t*& at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;;) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uintptr_t>(byte & 0x7FU) << shift;
    shift += 7;
    if ((byte & 0x80U) != 0) continue;
    if ((byte & 0x40U) != 0 && shift < 32) value |= ~std::uintptr_t{0} << shift;
    return static_cast<std::intptr_t>(value);
  }
}

/// The number of the handler of a landing pad that takes the exception; 0 if none does.
std::uintptr_t find_handler(const LandingPad& pad, Thrown& thrown) {
  constexpr std::uint8_t kOmitted = 0xFF;
  const std::uint8_t* at = pad.table;
  if (*at++ != kOmitted) std::abort();  // landing pads are numbers here, not addresses
  const __shim_type_info* const* types = nullptr;
  if (*at++ != kOmitted) {  // pointers, counted backwards from the end of the table
    const std::uintptr_t to_end = read_unsigned(at);
    types = reinterpret_cast<const __shim_type_info* const*>(at + to_end);
  }
  ++at;  // the encoding of landing pads
  const std::uintptr_t length = read_unsigned(at);
  const std::uint8_t* const actions = at + length;
  std::uintptr_t action = 0;
  for (std::uintptr_t i = 0; at < actions && i <= pad.index; ++i) {
    static_cast<void>(read_unsigned(at));
    action = read_unsigned(at);
  }
  if (action == 0) return 0;
  for (const std::uint8_t* row = actions + action - 1;;) {
    const std::intptr_t type = read_signed(row);
    const std::uint8_t* const here = row;
    const std::intptr_t next = read_signed(row);
    if (type > 0) {
      const __shim_type_info* const wanted = types[-type];
      void* object = object_of(&thrown);
      if (wanted == nullptr ||  // catch (...)
          wanted->can_catch(static_cast<const __shim_type_info*>(thrown.type), object)) {
        thrown.caught = object;
        return static_cast<std::uintptr_t>(type);
      }
    }
    if (next == 0) return 0;
    row = here + next;
  }
}

}  // namespace

extern "C" {

LandingPad __wasm_lpad_context;

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* const thrown = static_cast<Thrown*>(std::malloc(sizeof(Thrown) + size));
  if (thrown == nullptr) std::terminate();
  *thrown = {};
  return object_of(thrown);
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Thrown* const thrown = header_of(object);
  thrown->type = type;
  thrown->destroy = destroy;
  thrown->caught = object;
  __builtin_wasm_throw(kCppTag, thrown);
}

int _Unwind_CallPersonality(void* exception) {
  __wasm_lpad_context.handler = find_handler(__wasm_lpad_context, *static_cast<Thrown*>(exception));
  return 0;
}

/// The name that functions with handlers refer to; the work is done above.
int __gxx_wasm_personality_v0() { std::abort(); }

void* __cxa_get_exception_ptr(void* exception) noexcept {
  return static_cast<Thrown*>(exception)->caught;
}

void* __cxa_begin_catch(void* exception) noexcept {
  auto* const thrown = static_cast<Thrown*>(exception);
  thrown->handlers = thrown->handlers < 0 ? 1 - thrown->handlers : thrown->handlers + 1;
  if (thrown != innermost) {
    thrown->previous = innermost;
    innermost = thrown;
  }
  return thrown->caught;
}

void __cxa_end_catch() {
  Thrown* const thrown = innermost;
  if (thrown == nullptr) return;
  if (thrown->handlers < 0) {  // thrown on: whoever catches it next ends it
    if (++thrown->handlers == 0) innermost = thrown->previous;
  } else if (--thrown->handlers == 0) {
    innermost = thrown->previous;
    if (thrown->destroy != nullptr) thrown->destroy(object_of(thrown));
    __cxa_free_exception(object_of(thrown));
  }
}

[[noreturn]] void __cxa_rethrow() {
  Thrown* const thrown = innermost;
  if (thrown == nullptr) std::terminate();
  thrown->handlers = -thrown->handlers;
  __builtin_wasm_throw(kCppTag, thrown);
}

}  // extern "C"
