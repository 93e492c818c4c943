// The file of the default network as read-only data, which network_named() reads.
#if defined(__APPLE__)
#define NAME(name) _##name
        .const
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
