import { expect, it } from 'vitest';
import { detect, detectedKinds, hasInstructions, mask } from './index.ts';

const every = new Set(detectedKinds);
const length = 200_000;
/** Four times the length takes four times as long if the time is linear, and sixteen times if it is quadratic. */
const maxGrowth = 9;
/** Too little to compare: twice what the slowest of the texts takes. */
const suspiciousMilliseconds = 250;

/** Units of texts that make a finder begin, or continue, at each of their characters. */
const units = [
  ...[
    'a',
    '1',
    '1 ',
    '1-',
    '1.',
    '(1',
    '+1',
    '+1 ',
    '00 ',
    '01 ',
    '-',
    ' ',
    '"@',
    '@',
    'a@',
    'a@a.',
    '.@',
    ':',
    'a:',
    '::',
    '1.1.1.1',
  ],
  ...[
    '4111 1111 1111 1111 ',
    '4111',
    'DE89 ',
    'DE89',
    'A1',
    'A 1',
    '811228-9874 ',
    'tel 0171 3920012 ',
    'order 1234567890 ',
    '1-2-3 ',
  ],
  ...[
    'password',
    'password=',
    'password: a1b2c3 ',
    '"token":"',
    'bearer ',
    'bearer a1',
    'eyJ',
    'eyJabcde.',
    'sk-',
    'sk-a-',
    'xoxb-1',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    '://',
    '://a:b',
    '://a:b@',
    'whsec_',
    'api_',
    'é',
    '漢',
    '😀',
    '\u200b',
  ],
  ...[
    'ignore ',
    'ignore all ',
    'ignore all the previous ',
    'you are ',
    'system: ',
    '<|',
    '[',
    '<!-- ',
    '### ',
    'do not ',
    '\n',
    '\t \n',
  ],
];

it.each([
  ['detect', (text: string) => detect(text, every).length],
  ['hasInstructions', (text: string) => hasInstructions(text)],
  ['mask', (text: string) => mask(text).length],
])('%s takes time in proportion to the length of a text, whatever is repeated in it', (_name, run) => {
  const slow = units.filter((unit) => {
    const whole = unit.repeat(Math.ceil(length / unit.length));
    if (milliseconds(run, whole) < suspiciousMilliseconds) return false;
    const least = (text: string) => Math.min(...Array.from({ length: 3 }, () => milliseconds(run, text)));
    return least(whole) > maxGrowth * least(whole.slice(0, length / 4));
  });
  expect(slow).toEqual([]);
});

/** The processor time of one run: other programs of the machine do not count. */
function milliseconds(run: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
