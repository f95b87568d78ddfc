/**
 * Options of Node.js for a gateway. The space for young objects would else grow to 128 MB at the start, and stay so: half of a
 * gateway's memory.
 */
export const gatewayOptions = ['--max-semi-space-size=16'];

/**
 * Environment of a gateway. The C library would else set memory aside for each thread, and hold on to it after the thread has freed it.
 */
export const gatewayEnvironment = { MALLOC_ARENA_MAX: '2' };
