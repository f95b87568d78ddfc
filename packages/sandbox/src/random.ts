/** Deterministic random choices: the same seed produces the same sequence on every machine. */
export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  /** A whole number between both bounds, which may be chosen as well. */
  integer(minimum: number, maximum: number): number;
  /** One of the values. Throws a `RangeError` if there are none. */
  pick<T>(values: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** Text of that many characters of the alphabet. */
  text(length: number, alphabet: string): string;
}

// cyrb128 turns text into the four words of state that sfc32 needs; both are small, fast and of good statistical quality.
function hash(text: string): [number, number, number, number] {
  let a = 1779033703;
  let b = 3144134277;
  let c = 1013904242;
  let d = 2773480762;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  a ^= b ^ c ^ d;
  return [a, b ^ a, c ^ a, d ^ a];
}

/** Starts a sequence from the parts of a seed, such as the sandbox's seed, an entity's name and a record's position. */
export function createRandom(...seed: readonly (string | number)[]): Random {
  let [a, b, c, d] = hash(seed.join('\u0000'));
  const fraction = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  const integer = (minimum: number, maximum: number) => minimum + Math.floor(fraction() * (maximum - minimum + 1));
  return {
    fraction,
    integer,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('pick: there is nothing to choose from');
      return values[integer(0, values.length - 1)] as (typeof values)[number];
    },
    chance: (probability) => fraction() < probability,
    text: (length, alphabet) => Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join(''),
  };
}
