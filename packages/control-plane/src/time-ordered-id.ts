import { randomUUID } from 'node:crypto';

let lastMoment = 0;
let lastPrefix = '';
let sequence = 0;

/** A version 7 UUID. Those of one process sort as text in the order of creation, even within a millisecond. */
export function timeOrderedId(now: number): string {
  const moment = Math.floor(now);
  if (moment > lastMoment) begin(moment);
  else if (sequence === 0xfff) begin(lastMoment + 1);
  else sequence += 1;
  return `${lastPrefix}${sequence.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`;
}

// Busy processes make many IDs in a millisecond.
function begin(moment: number): void {
  lastMoment = moment;
  sequence = 0;
  const digits = moment.toString(16).padStart(12, '0');
  lastPrefix = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}
