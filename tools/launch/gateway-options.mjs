/**
 * Options of Node.js for a gateway. The space for young objects would else grow to 128 MB at the start, and stay so: half of a
 * gateway's memory.
 */
export const gatewayOptions = ['--max-semi-space-size=16'];
