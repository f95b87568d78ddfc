import { bounds } from './bounds.ts';

const integerText = /^[+-]?\d+$/;
const numericText = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;
const tooLarge = 10n ** BigInt(bounds.numberDigits);

/**
 * A number as it is stored and compared: every integer beyond 2^53 is a `bigint`, everything else a double, so that equal numbers are
 * identical. Null for what is no number, and for an integer of more than 1000 digits.
 */
export function exactNumber(value: unknown): number | bigint | null {
  if (typeof value === 'bigint') {
    if (value >= tooLarge || value <= -tooLarge) return null;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value);
  // JSON knows no negative zero.
  return value === 0 ? 0 : value;
}

/** The number in a text, as `exactNumber` returns it; null if it has none. */
export function numberInText(text: string): number | bigint | null {
  if (text.length > bounds.numberDigits + 1 || !numericText.test(text)) return null;
  return exactNumber(integerText.test(text) ? BigInt(text) : Number(text));
}

/** Whether a value is a number. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Compares two numbers by their exact value: negative, 0 or positive. */
export function compareNumbers(one: number | bigint, other: number | bigint): number {
  if (one < other) return -1;
  return one > other ? 1 : 0;
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?0{0,5}(?:\d{1,3}|1000)))?$/;

/** Places exponents of either sign among numbers of four digits. */
const exponentOrigin = 5000;
const zero = '1';
/** Follows every complemented digit, so that the negative number with more digits comes first. */
const endOfNegative = '~';
const maxKeyLength = bounds.numberDigits + 6;

/**
 * The value of a decimal as a text whose order by code points is the order of the values: `1.10` and `1.1` have the same one. It is a
 * sign (0 negative, 1 zero, 2 positive), the place of the first digit, and the digits; those of negative numbers are complemented.
 *
 * A decimal is a number, or a text of at most 1000 characters: an optional sign, digits, an optional fraction and an optional exponent
 * from -1000 to 1000. Null for anything else.
 */
export function decimalKey(value: unknown): string | null {
  if (typeof value === 'string') return value.length > bounds.numberDigits ? null : keyOfDecimal(value);
  return isNumeric(value) ? keyOfDecimal(String(value)) : null;
}

/** The key of a decimal of any length; null if the text is not a decimal. */
export function keyOfDecimal(text: string): string | null {
  const match = decimalText.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const all = whole + fraction;
  const significant = all.replace(/^0+/, '');
  const place = whole.length - (all.length - significant.length) + Number(power);
  let end = significant.length;
  while (significant[end - 1] === '0') end -= 1;
  const digits = significant.slice(0, end);
  if (digits === '') return zero;
  return sign === '-'
    ? `0${exponentOrigin - 1 - place}${complement(digits)}${endOfNegative}`
    : `2${exponentOrigin + place}${digits}`;
}

/** A decimal with the value of a key: digits with an exponent, as PostgreSQL reads them. */
export function decimalOfKey(key: string): string {
  if (key === zero) return '0';
  const isNegative = key.startsWith('0');
  const order = Number(key.slice(1, 5));
  const place = isNegative ? exponentOrigin - 1 - order : order - exponentOrigin;
  const digits = isNegative ? restored(key.slice(5, -1)) : key.slice(5);
  return `${isNegative ? '-' : ''}${digits}e${place - digits.length}`;
}

/** The integer with the value of a key. */
export function integerOfKey(key: string): bigint {
  const { units, scale } = unitsOfKey(key);
  return units * 10n ** BigInt(-scale);
}

/** A decimal as a number of units, of which one is 10 to the power of minus `scale`. */
interface DecimalUnits {
  readonly units: bigint;
  readonly scale: number;
}

/** The value of a key in the largest unit that expresses it. */
export function unitsOfKey(key: string): DecimalUnits {
  const [digits = '', exponent = '0'] = decimalOfKey(key).split('e');
  return { units: BigInt(digits), scale: -Number(exponent) };
}

/** The value of a key without an exponent, and without a digit that is not needed: `-0.5`, `1200`. */
export function plainDecimal(key: string): string {
  return plainUnits(unitsOfKey(key));
}

/** The key of a decimal. */
export function keyOfUnits(decimal: DecimalUnits): string {
  return keyOfDecimal(plainUnits(decimal)) ?? zero;
}

/** The quotient of a decimal and a number of values, rounded half to even to `digits` digits after the point. */
export function quotient({ units, scale }: DecimalUnits, count: number, digits: number): DecimalUnits {
  const isNegative = units < 0n;
  const divisor = BigInt(count) * 10n ** BigInt(Math.max(0, scale - digits));
  const dividend = (isNegative ? -units : units) * 10n ** BigInt(Math.max(0, digits - scale));
  const [whole, twice] = [dividend / divisor, (dividend % divisor) * 2n];
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n);
  const rounded = isUp ? whole + 1n : whole;
  return { units: isNegative ? -rounded : rounded, scale: digits };
}

function plainUnits({ units, scale }: DecimalUnits): string {
  if (scale <= 0) return String(units * 10n ** BigInt(-scale));
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Whether a text is a result of `decimalKey`. */
export function isDecimalKey(key: string): boolean {
  return key.length <= maxKeyLength && /^(?:1|2\d{4}[1-9](?:\d*[1-9])?|0\d{4}[a-i](?:[a-j]*[a-i])?~)$/.test(key);
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

// From j for 0 down to a for 9.
function complement(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCharCode(106 - Number(digit)));
}

function restored(letters: string): string {
  return letters.replace(/[a-j]/g, (letter) => String(106 - letter.charCodeAt(0)));
}
