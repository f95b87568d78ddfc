import type { Client } from '@connectory/client';
import type { Call } from './execute.ts';

// What somebody runs again is among the last calls.
const mostCalls = 200;

// Only in memory, and gone with the client when somebody signs out.
const callsOf = new WeakMap<Client, Map<string, Call>>();

/** Keeps what a call was made with, by the request id of its answer. */
export function rememberCall(client: Client, requestId: string | null | undefined, call: Call): void {
  if (requestId === null || requestId === undefined) return;
  const calls = callsOf.get(client) ?? new Map<string, Call>();
  callsOf.set(client, calls.set(requestId, call));
  const [oldest] = calls.keys();
  if (calls.size > mostCalls && oldest !== undefined) calls.delete(oldest);
}

/** What a call of this session was made with; undefined for a call that something else made. */
export const rememberedCall = (client: Client, requestId: string): Call | undefined =>
  callsOf.get(client)?.get(requestId);
