import type { TimeForm } from '@connectory/connector-sdk';
import fc from 'fast-check';
import { timeKey, writeInstant } from '../../src/query/instant.ts';

const second = 1_000_000_000n;

// Instants that are close together, so that they are often equal or differ by a nanosecond, and any others.
const instants = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(1_730_613_600n, 1_730_610_000n, 1_730_592_000n, 0n, -1n, -86_400n, -2_208_988_800n),
        fc.constantFrom(0n, 0n, 0n, 1n, 123_456_789n, 500_000_000n, 999_999_999n),
      )
      .map(([seconds, rest]) => seconds * second + rest),
  },
  { weight: 1, arbitrary: fc.bigInt({ min: -62_167_219_200n * second, max: 253_402_300_799n * second }) },
);

const offsets = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Z', '', '+00:00', '-04:00', '-05:00', '+0530', '+02') },
  { weight: 1, arbitrary: fc.integer({ min: -14 * 60, max: 14 * 60 }).map(offsetText) },
);

function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

function minutesOf(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

const isoTimes = fc
  .tuple(instants, offsets, fc.constantFrom(0, 0, 3, 6, 9, 9, 12), fc.constantFrom('T', 'T', ' '))
  .map(([instant, offset, digits, separator]) => {
    const local = instant + BigInt(minutesOf(offset)) * 60n * second;
    const [iso] = writeInstant('iso-8601', local);
    const rest = String(((local % second) + second) % second).padStart(9, '0');
    const fraction = digits === 0 ? '' : `.${rest.padEnd(12, '7').slice(0, digits)}`;
    return `${String(iso).slice(0, -5)}${fraction}${offset}`.replace('T', separator);
  });

const invalid = fc.constantFrom<unknown>(
  '',
  'soon',
  '0000-00-00 00:00:00',
  '2024-02-30T00:00:00Z',
  '2024-11-03T25:00:00Z',
  '2024-11-03T06:00:00+99:00',
  '24-11-03',
  '9999-12-31T23:59:59-01:00',
  '1e9',
  '17306136OO',
  -1.5e300,
  true,
  10n ** 25n,
);

/** Times as a vendor writes them in a format, among them the same instant in several ways, and values that are none. */
export function timesAs(form: TimeForm): fc.Arbitrary<unknown> {
  const written = fc.tuple(instants, fc.nat()).map(([instant, choice]) => {
    const ways = writeInstant(form, instant);
    return ways[choice % ways.length];
  });
  return fc.oneof(
    { weight: 6, arbitrary: written },
    { weight: 4, arbitrary: isoTimes },
    { weight: 1, arbitrary: invalid },
  );
}

/** An operand near to one of the samples: itself, its instant in UTC, or another time. */
export function timesNear(form: TimeForm, samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const valid = (value: unknown): boolean => timeKey(form, value) !== null;
  const known = samples.filter(valid);
  const origin =
    known.length === 0
      ? timesAs(form)
      : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: timesAs(form) });
  return fc
    .tuple(origin, fc.boolean())
    .map(([value, rewrites]) => (rewrites ? (timeKey(form, value) ?? value) : value))
    .filter(valid);
}
