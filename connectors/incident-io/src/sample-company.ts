/**
 * The organization of the samples: a grocer that delivers. Everything follows from positions, so that incidents, alerts, escalations
 * and updates are about the same people, teams and days.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The ULID of the sample record of a kind at a position. */
export function idAt(kind: string, index: number): string {
  let state = [...kind].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), index * 9_973);
  const digits = Array.from({ length: 22 }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return alphabet[state >>> 27];
  });
  return `01JQ${digits.join('')}`;
}
