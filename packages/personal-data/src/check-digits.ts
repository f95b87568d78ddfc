/** Whether the last digit makes the sum of Luhn (ISO 7812) a multiple of ten. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index));
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** The sum of digits by weights; a digit beyond the weights does not count. */
export const weightedSum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

/** The remainder by 97 of a number of any length whose letters count as 10 to 35 (ISO 7064, as in IBANs). */
export function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** Whether the last digit fits the others by ISO 7064 mod 11,10. */
export function isMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) product = (((Number(digit) + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === Number(digits.at(-1));
}

const multiplied = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const permuted = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Whether the last digit fits the others by the method of Verhoeff. */
export function isVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(permuted[index % 8]?.[Number(digits.at(-1 - index))]);
    check = Number(multiplied[check]?.[digit]);
  }
  return check === 0;
}

/** Whether two digits each are a day and a month; a day may be raised by 40 or 60, as numbers of coordination are. */
export function isDayAndMonth(day: number, month: number): boolean {
  const plain = day > 60 ? day - 60 : day > 40 ? day - 40 : day;
  return plain >= 1 && plain <= 31 && month >= 1 && month <= 12;
}
