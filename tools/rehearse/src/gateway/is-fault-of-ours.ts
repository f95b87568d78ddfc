import type { Answer } from './gateway-client.ts';

/** Errors of a process at one of its bounds; the caller may retry. */
const busy = new Set(['gateway_busy', 'store_busy']);

/** Whether a response is the gateway's own error: a 5xx that is neither the upstream's nor a documented bound. */
export function isFaultOfOurs({ status, json }: Answer): boolean {
  return status >= 500 && json?.origin !== 'upstream' && !busy.has(json?.code);
}
