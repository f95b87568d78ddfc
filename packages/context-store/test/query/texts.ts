import fc from 'fast-check';
import { bounds, sortedLength } from '../../src/query/bounds.ts';
import { decimalKey, decimalOfKey } from '../../src/query/exact-number.ts';
import { likePattern } from '../../src/query/like-match.ts';
import { firstCodePoints, storedText, words } from '../../src/query/stored-text.ts';

const vocabulary = [
  ...[
    'a',
    'ab',
    'pay',
    'payment',
    'shipments',
    'Payment',
    'receipt',
    'reciept',
    'RECEIPT',
    'receipts',
    'overdue',
    'over',
  ],
  ...[
    'x1',
    '2024',
    '2024-01-05',
    'v2beta',
    'Straße',
    'STRASSE',
    'İstanbul',
    'ıstanbul',
    'ΟΔΟΣ',
    'οδος',
    'οδοσ',
    'Éclair',
    'José',
    'jose',
  ],
  ...[
    'e\u0301clair',
    '資料',
    '資',
    '😀',
    '👩‍👩‍👧',
    '𐐀𐐀',
    '𐐨𐐨',
    '𝒜𝒜𝒜𝒜',
    '\uFB01n',
    '\uE000',
    '\uFFFD',
    '\0',
    '\uD800',
    'ǅ',
    'हिन्दी',
  ],
  ...[
    '100%',
    'under_score',
    'back\\slash',
    '"quoted"',
    "o'brien",
    "'; drop table records; --",
    '$1',
    '?',
    ':name',
    '{',
    '[0]',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'receipt*',
    '^over',
    '(pay)',
    'body:pay',
    '.*',
    '(a+)+$',
    '*',
    '-',
    'null',
    'true',
    '1',
    '0.5',
  ],
];

const separators = [' ', ' ', ' ', '', '-', ', ', '_', '\n', '%', '. '];

const phrases = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...separators)), { maxLength: 5 })
  .map((parts) =>
    parts
      .map(([word, separator]) => word + separator)
      .join('')
      .trimEnd(),
  );

// Texts that differ only beyond, at, and before the place the order looks to.
const longTexts = fc
  .tuple(fc.constantFrom('p', '😀', 'pay ', 'Ω'), fc.integer({ min: -2, max: 2 }), phrases)
  .map(([unit, more, end]) => unit.repeat(sortedLength + more) + end);

const veryLongTexts = fc
  .tuple(fc.constantFrom('lorem ipsum ', 'x', '資料 ', 'a_b%'), phrases)
  .map(([unit, end]) => unit.repeat(2000) + end);

const characters = fc.array(
  fc
    .oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0x10ffff }))
    .map((point) => String.fromCodePoint(point)),
  { maxLength: 12 },
);

/** Texts as upstreams have them: words of many scripts that resemble each other, signs of query languages, and long ones. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: phrases },
  { weight: 3, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 1, arbitrary: characters.map((list) => list.join('')) },
  { weight: 1, arbitrary: fc.oneof({ weight: 4, arbitrary: longTexts }, { weight: 1, arbitrary: veryLongTexts }) },
);

const bigIntegers = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
  // Integers that are the same double.
  fc
    .tuple(fc.constantFrom(2n ** 53n, 2n ** 63n, 2n ** 64n, 2n ** 80n), fc.bigInt({ min: -3n, max: 3n }), fc.boolean())
    .map(([power, more, isNegative]) => (isNegative ? -power - more : power + more)),
);

/** Numbers whose comparison, storage or notation is special, and ordinary ones. */
export const numbers: fc.Arbitrary<number | bigint> = fc.oneof(
  bigIntegers,
  fc.constantFrom(0, -0, 1, -1, 2, 3, 10, 100, 0.1, 0.3, 0.5, -2.5, 1.5),
  fc.constantFrom(
    1e21,
    -1e21,
    1e-7,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 63),
    2 ** 64,
    1.7976931348623157e308,
    5e-324,
  ),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const decimalParts = fc.tuple(
  fc.constantFrom('', '', '', '-', '-', '+'),
  fc.constantFrom('0', '00', '1', '9', '10', '19', '100', '123456789012345678901234567890'),
  fc.constantFrom(
    '',
    '',
    '.0',
    '.1',
    '.10',
    '.99',
    '.5',
    '.050',
    '.000000000000000000000000000001',
    `.${'3'.repeat(300)}`,
  ),
  fc.constantFrom('', '', '', 'e1', 'E-2', 'e+3', 'e-1000', 'e0001000'),
);

/** Decimals as vendors write them, among them the same value in several ways, and texts that are nearly decimals. */
export const decimals: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: decimalParts.map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.tuple(fc.integer({ min: -999, max: 999 }), fc.nat(99)).map((parts) => parts.join('.')) },
  { weight: 2, arbitrary: numbers.map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '-',
      '.5',
      '5.',
      '1e',
      ' 1',
      '1 ',
      '1,5',
      'NaN',
      'Infinity',
      '0x1',
      '1e1001',
      '9'.repeat(1001),
      '١',
    ),
  },
);

/** A decimal operand near to one of the samples: itself, or another notation of its value. */
export function decimalsNear(samples: readonly unknown[]): fc.Arbitrary<string> {
  const valid = (text: string): boolean => decimalKey(text) !== null;
  const known = samples.filter((sample) => typeof sample === 'string').filter(valid);
  const origin =
    known.length === 0 ? decimals : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, decimals);
  return fc
    .tuple(origin, fc.boolean())
    .map(([text, rewrites]) => (rewrites && valid(text) ? decimalOfKey(decimalKey(text) ?? '') : text))
    .filter(valid);
}

/** A text near to one of the samples: itself, another case, a part of it, one edit away, its words in another order. */
export function textsNear(samples: readonly string[]): fc.Arbitrary<string> {
  const origin = samples.length === 0 ? texts : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...samples) }, texts);
  return fc.tuple(origin, changes).map(([text, change]) => operand(change(operand(text))));
}

/** A text that has at least one word, near to the samples. */
export function wordsNear(samples: readonly string[]): fc.Arbitrary<string> {
  const single = textsNear(samples).chain((text) => {
    const found = words(text);
    return found.length === 0 ? fc.constant('pay') : fc.constantFrom(...found);
  });
  const several = fc.array(fc.tuple(single, changes), { minLength: 1, maxLength: 3 });
  return several.map((parts) => {
    const text = operand(parts.map(([word, change]) => change(word)).join(' '));
    return words(text).length === 0 ? 'pay' : text;
  });
}

/** A like operand that may find the samples: parts replaced by wildcards, signs escaped or not. */
export function patternsNear(samples: readonly string[]): fc.Arbitrary<string> {
  const places = fc.array(fc.tuple(fc.nat(), fc.constantFrom('%', '_', '%%', '_%', '\\', '')), { maxLength: 4 });
  const around = fc.constantFrom('', '%', '%', '_');
  return fc
    .tuple(textsNear(samples), fc.boolean(), places, around, around)
    .map(([text, escapes, cuts, before, after]) => {
      const characters = Array.from(escapes ? text.replace(/[\\%_]/g, '\\$&') : text);
      for (const [place, wildcard] of cuts) characters[place % (characters.length + 1)] = wildcard;
      const pattern = operand(before + characters.join('') + after);
      const wildcards = likePattern(pattern).filter((part) => typeof part !== 'string').length;
      return wildcards > bounds.wildcards ? operand(pattern.replace(/[\\%_]/g, '\\$&')) : pattern;
    });
}

type Change = (text: string) => string;

const changes: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.constant((text: string) => text) },
  fc.constantFrom<Change>(
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.split(' ').reverse().join(', '),
    (text) => text.normalize('NFD'),
    (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    (text) => `${text}\0`,
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 12 })).map(
    ([start, length]): Change =>
      (text) => {
        const characters = Array.from(text);
        const from = start % (characters.length + 1);
        return characters.slice(from, from + length).join('');
      },
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.constantFrom('', 'e', 'z', 'é', '7', '😀')).map(
    ([place, removed, added]): Change =>
      (text) => {
        const characters = Array.from(text);
        characters.splice(place % (characters.length + 1), removed, added);
        return characters.join('');
      },
  ),
);

function operand(text: string): string {
  return firstCodePoints(storedText(text), bounds.operandLength);
}
