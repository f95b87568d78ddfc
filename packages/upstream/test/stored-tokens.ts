import type { TokenStore } from '../src/index.ts';
import { secrets } from './test-connector.ts';

/** A token store in memory, as several processes would share it. */
export interface StoredTokens extends TokenStore {
  /** What is stored now, in the clear. */
  readonly values: Readonly<Record<string, string>>;
  /** Everything that happened to it, in order. */
  readonly events: readonly string[];
  /** What another process does: replaces stored values. */
  replace(values: Readonly<Record<string, string>>): void;
}

/** Makes a token store with one lease, as the control plane keeps it. */
export function storedTokens(initial: Readonly<Record<string, string>>): StoredTokens {
  const events: string[] = [];
  let values = initial;
  let lease: Promise<unknown> = Promise.resolve();
  let isBegun = false;
  return {
    get values() {
      return values;
    },
    events,
    replace(changed) {
      values = { ...values, ...changed };
    },
    exclusively(work) {
      const turn = lease.then(() => {
        events.push('lease');
        return work();
      });
      lease = turn.catch(() => undefined);
      return turn;
    },
    async read() {
      return secrets(values);
    },
    async renewalBegins() {
      const wasBegun = isBegun;
      isBegun = true;
      return wasBegun;
    },
    async renewalUnsent() {
      isBegun = false;
    },
    async save(changed) {
      events.push('save');
      values = { ...values, ...changed };
      isBegun = false;
    },
    async reauthorizationRequired(reason) {
      events.push(`reauthorization required: ${reason}`);
    },
  };
}
