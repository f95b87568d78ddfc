/**
 * The business of the samples: dental practices, each with an account. Identifiers and times follow from positions, so that accounts, numbers
 * and what happens on them belong together.
 */
const spread = 0x9e3779b97f4a7c15f39cc0605cedc835n;

/** SID of the sample record at a position. */
export function sidOf(prefix: string, index: number): string {
  const kind = [...prefix].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0);
  return `${prefix}${BigInt.asUintN(128, BigInt(kind * 1_000_003 + index) * spread)
    .toString(16)
    .padStart(32, '0')}`;
}

/** The sample phone number of a practice at a position. */
export const phoneNumberOf = (index: number, area = '510'): string => `+1${area}5550${100 + (index % 100)}`;
