/**
 * Node.js options of a gateway. Otherwise the young generation would grow to 128 MB at the start and stay there: half of a gateway's
 * memory.
 */
export const gatewayOptions = ['--max-semi-space-size=10'];

/** Environment of a gateway. Otherwise the C library would reserve memory for each thread, and keep it after the thread has freed it. */
export const gatewayEnvironment = { MALLOC_ARENA_MAX: '2' };
