import type { Client } from '@connectory/client';
import type { Call } from './execute.ts';

// Users usually rerun one of their most recent calls.
const mostCalls = 200;

// Only in memory, and released with the client after signing out.
const callsOf = new WeakMap<Client, Map<string, Call>>();

/** Remembers a call by the request id of its response. */
export function rememberCall(client: Client, requestId: string | null | undefined, call: Call): void {
  if (requestId === null || requestId === undefined) return;
  const calls = callsOf.get(client) ?? new Map<string, Call>();
  callsOf.set(client, calls.set(requestId, call));
  const [oldest] = calls.keys();
  if (calls.size > mostCalls && oldest !== undefined) calls.delete(oldest);
}

/** Returns a call of this session; undefined for a call that another client made. */
export const rememberedCall = (client: Client, requestId: string): Call | undefined =>
  callsOf.get(client)?.get(requestId);
