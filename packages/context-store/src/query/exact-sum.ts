import { isNumber, keyOfDecimal, keyOfUnits, quotient, unitsOfKey } from './exact-number.ts';

const scale = 6;
const unitsOfOne = 10 ** scale;
/** Decimals of so many digits and doubles correspond one to one. */
const exactDigits = 15;
const maxUnits = 10 ** exactDigits;
const maxCollected = Number.MAX_SAFE_INTEGER - maxUnits;

/**
 * Adds numbers exactly, each as the decimal that JSON writes it as: 0.1 and 0.2 are 0.3. Memory grows with the digits of the sum only.
 */
export class ExactSum {
  /** Number of values. */
  #count = 0;
  /** Millionths: the sum of short decimals, which needs no big integers until it is large. */
  #collected = 0;
  #units = 0n;
  #scale = scale;

  /** Adds a number, or the decimal of a key (`decimalKey`). */
  add(value: number | bigint | string): void {
    this.#count += 1;
    const units = isNumber(value) ? millionths(Number(value)) : millionthsOfKey(value);
    if (units === null) this.#addKey(isNumber(value) ? (keyOfDecimal(String(value)) ?? '') : value);
    else {
      this.#collected += units;
      if (Math.abs(this.#collected) > maxCollected) this.#collect();
    }
  }

  /** The key of the sum; null of no values. */
  get sum(): string | null {
    this.#collect();
    return this.#count === 0 ? null : keyOfUnits({ units: this.#units, scale: this.#scale });
  }

  /** The key of the average, rounded half to even to some digits after the point; null of no values. */
  average(digits: number): string | null {
    this.#collect();
    if (this.#count === 0) return null;
    return keyOfUnits(quotient({ units: this.#units, scale: this.#scale }, this.#count, digits));
  }

  #collect(): void {
    this.#addUnits(BigInt(this.#collected), scale);
    this.#collected = 0;
  }

  #addKey(key: string): void {
    const decimal = unitsOfKey(key);
    this.#addUnits(decimal.units, decimal.scale);
  }

  #addUnits(units: bigint, unitScale: number): void {
    if (unitScale > this.#scale) {
      this.#units *= 10n ** BigInt(unitScale - this.#scale);
      this.#scale = unitScale;
    }
    this.#units += units * 10n ** BigInt(this.#scale - unitScale);
  }
}

// Null for a number with more digits than can be added as doubles.
function millionths(value: number): number | null {
  const units = Math.round(value * unitsOfOne);
  return Math.abs(units) < maxUnits && units / unitsOfOne === value ? units : null;
}

function millionthsOfKey(key: string): number | null {
  if (!key.startsWith('2') || key.length > 5 + exactDigits) return null;
  // See `decimalKey`: the place of the first digit, and the digits.
  const power = scale + Number(key.slice(1, 5)) - 5000 - (key.length - 5);
  const units = power < 0 || power > exactDigits ? Number.NaN : Number(key.slice(5)) * 10 ** power;
  return units < maxUnits ? units : null;
}
