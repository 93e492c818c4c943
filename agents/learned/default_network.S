// The file of the default network as read-only data, which named_network() reads.
#if defined(__APPLE__)
#define NAME(name) _##name
        .const
#elif defined(__wasm__)
#define NAME(name) name
        .section .rodata.carrack_default_network, "", @
        .type carrack_default_network, @object
        .size carrack_default_network, carrack_default_network_end - carrack_default_network
        .type carrack_default_network_end, @object
        .size carrack_default_network_end, 1
#else
#define NAME(name) name
        .section .rodata
        .hidden carrack_default_network
        .hidden carrack_default_network_end
#endif
        .balign 16
        .globl NAME(carrack_default_network)
NAME(carrack_default_network):
        .incbin CARRACK_DEFAULT_NETWORK
        .globl NAME(carrack_default_network_end)
NAME(carrack_default_network_end):
        .byte 0
#if defined(__ELF__)
        .section .note.GNU-stack, "", %progbits
#endif
