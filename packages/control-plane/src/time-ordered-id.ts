import { randomUUID } from 'node:crypto';

let lastMoment = 0;
let sequence = 0;

/** A version 7 UUID. Those of one process sort as text in the order of creation, even within a millisecond. */
export function timeOrderedId(now: number): string {
  sequence = Math.floor(now) > lastMoment ? 0 : sequence + 1;
  lastMoment = Math.max(Math.floor(now), lastMoment);
  if (sequence > 0xfff) {
    sequence = 0;
    lastMoment += 1;
  }
  const moment = lastMoment.toString(16).padStart(12, '0');
  const random = randomUUID().slice(19);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${random}`;
}
