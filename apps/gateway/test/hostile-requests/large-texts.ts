/** What texts are made of that code may read slowly: separators, quotes, escapes, brackets, parts of paths and links, marks and pairs. */
export const textUnits = [
  ...[
    'a',
    ' ',
    '1',
    '.',
    'a.',
    ',',
    '"',
    '\\',
    "'",
    '{',
    '[',
    '<',
    '</',
    '<>; rel="next",',
    '%',
    '_%',
    '-',
    '=',
    ':',
    '\n',
  ],
  ...['\u0000', 'é', '\u0301', 'ẞ', 'ς', '😀', '\u202e', 'Aa', 'a@', 'ing ', 'the '],
];

/** Text whose JSON has at most that many bytes. */
export function textOf(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2)));
}

/** JSON of about that many bytes: what a vendor may send. */
export function largeJson(bytes: number): readonly (readonly [about: string, json: string])[] {
  const array = (element: (index: number) => string, close = '') => {
    const elements: string[] = [];
    let left = bytes;
    for (let index = 0; left > 0; index++) {
      const next = element(index);
      left -= next.length + 1;
      elements.push(next);
    }
    return `[${elements.join(',')}${close}]`;
  };
  const object = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, index])));
  return [
    ['empty objects', array(() => '{}')],
    ['empty arrays', array(() => '[]')],
    ['empty texts', array(() => '""')],
    ['digits', array(() => '1')],
    ['digits and a long integer', array(() => '1', ',12345678901234567890')],
    ['long integers', array(() => '12345678901234567890')],
    ['fractions', array((index) => `0.${index}e-30`)],
    ['nulls', array(() => 'null')],
    ['an integer of a million digits', `[${'9'.repeat(bytes)}]`],
    ['records', array((index) => `{"id":"cus_${index}","name":"Ada","created":1700000000}`)],
    ['records without a name in common', array((index) => `{"id":${index},"a${index}":1,"b${index}":2}`)],
    ['a record with 10,000 members', `[${object(10_000)}]`],
    ['objects with 9,000 members', array(() => object(9000))],
    ['an object with all members', object(Math.floor(bytes / 20))],
    ['deep arrays', array(() => `${'['.repeat(900)}${']'.repeat(900)}`)],
    ['deep objects', array(() => `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`)],
    ['brackets that are not closed', '['.repeat(bytes)],
    ['quotes', '"'.repeat(bytes)],
    ['spaces', ' '.repeat(bytes)],
    ['markup', '<a>'.repeat(bytes / 3)],
    ...textUnits.map(
      (unit) => [`the text ${JSON.stringify(unit)}`, `[{"id":${JSON.stringify(textOf(unit, bytes))}}]`] as const,
    ),
  ];
}
