import type { RequestId } from '@modelcontextprotocol/server';

/** Who made a call and how they refer to it. IDs are unique only within a session of a token. */
export interface CallReference {
  readonly owner: string;
  readonly session: string;
  readonly id: RequestId;
}

/** The running calls that a client can cancel with another request. */
export class CancellableCalls {
  readonly #byReference = new Map<string, Set<AbortController>>();

  /** Starts a call. Returns the signal that aborts when it is cancelled, and a function that ends it. */
  begin(call: CallReference): { readonly signal: AbortSignal; readonly end: () => void } {
    const key = keyOf(call);
    const calls = this.#byReference.get(key) ?? new Set();
    const controller = new AbortController();
    this.#byReference.set(key, calls.add(controller));
    const end = () => {
      calls.delete(controller);
      if (calls.size === 0) this.#byReference.delete(key);
    };
    return { signal: controller.signal, end };
  }

  /** Cancels a call. Does nothing if there is none, or several, which clients without a session can cause: one may be of another client. */
  cancel(call: CallReference): void {
    const [only, ...others] = this.#byReference.get(keyOf(call)) ?? [];
    if (others.length === 0) only?.abort();
  }
}

const keyOf = ({ owner, session, id }: CallReference) => JSON.stringify([owner, session, id]);
