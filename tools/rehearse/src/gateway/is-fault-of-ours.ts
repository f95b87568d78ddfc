import type { Answer } from './gateway-client.ts';

/** A process at one of its bounds says so with these; the caller may come again. */
const busy = new Set(['gateway_busy', 'store_busy']);

/** Whether an answer is an error of the gateway's own: a 5xx that is neither the upstream's nor a documented bound. */
export function isFaultOfOurs({ status, json }: Answer): boolean {
  return status >= 500 && json?.origin !== 'upstream' && !busy.has(json?.code);
}
