import type { Fault } from '@connectory/sandbox';
import type { Dice } from '../dice.ts';

/** The frequency of each fault: a probability per call, in the order in which they are drawn. */
export type FaultMix = readonly (readonly [probability: number, fault: Fault])[];

/** Faults that leave open whether a write was carried out, and some that do not: about one write in three. */
export const faultsOfWrites: FaultMix = [
  [0.1, { kind: 'failing-after' }],
  [0.08, { kind: 'connection-reset' }],
  [0.04, { kind: 'truncated-body', framing: 'content-length' }],
  [0.03, { kind: 'truncated-body', framing: 'chunked' }],
  [0.03, { kind: 'failing-before' }],
  [0.02, { kind: 'rate-limited', retryAfterSeconds: 0 }],
  [0.02, { kind: 'slow', milliseconds: 120 }],
  [0.01, { kind: 'invalid-json' }],
];

/** Faults of vendors on a bad day: about one call in twelve. */
export const faultsOfABadDay: FaultMix = [
  [0.015, { kind: 'rate-limited', retryAfterSeconds: 1 }],
  [0.01, { kind: 'failing-before' }],
  [0.01, { kind: 'failing-after' }],
  [0.015, { kind: 'slow', milliseconds: 400 }],
  [0.003, { kind: 'slow', milliseconds: 5_000 }],
  [0.005, { kind: 'truncated-body', framing: 'content-length' }],
  [0.005, { kind: 'truncated-body', framing: 'chunked' }],
  [0.005, { kind: 'connection-reset' }],
  [0.003, { kind: 'invalid-json' }],
  [0.002, { kind: 'wrong-content-type' }],
  [0.005, { kind: 'expired-token' }],
];

/** Draws the fault for a call; usually none. */
export function throwFault(mix: FaultMix, dice: Dice): Fault | undefined {
  let left = dice.next();
  for (const [probability, fault] of mix) {
    left -= probability;
    if (left < 0) return fault;
  }
  return undefined;
}
