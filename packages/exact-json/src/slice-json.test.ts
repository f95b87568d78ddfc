import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, type Slice } from './scan-json.ts';
import { type JsonSlices, planSlices, sliceJson } from './slice-json.ts';

const sliced = (text: string, paths: readonly string[], arrayAt?: string) =>
  sliceJson(Buffer.from(text), planSlices(paths, arrayAt));

const parse = (text: string, slice: Slice | undefined) =>
  slice && JSON.parse(Buffer.from(text).toString('utf8', slice.start, slice.end));

const valuesOf = (text: string, { values }: JsonSlices) =>
  Object.fromEntries([...values].map(([path, slice]) => [path, parse(text, slice)]));

// Names without dots, so that a path says one thing only; escapes and non-ASCII letters must be read all the same.
const name = fc.constantFrom(
  'a',
  'b',
  'data',
  'has_more',
  'é',
  '🙂',
  'q"q',
  'back\\slash',
  'nl\n',
  '0',
  '1',
  'toString',
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, 0, -0.5, 1e300, 5e-7, '', '"', '\\', '\\"', '}]', 'é🙂\u2028', '\u0000'),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4 }),
  ),
}));
const path = fc.array(name, { maxLength: 4 }).map((parts) => parts.join('.'));
const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n', '  ');

/** Writes a value with the given white space wherever JSON allows it, and any character of a name as an escape. */
function write(value: unknown, gap: string, escapeNames: boolean): string {
  if (Array.isArray(value))
    return `[${gap}${value.map((item) => write(item, gap, escapeNames)).join(`${gap},${gap}`)}${gap}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    const units = Array.from({ length: key.length }, (_, index) => key.charCodeAt(index).toString(16).padStart(4, '0'));
    const written = escapeNames ? `"${units.map((unit) => `\\u${unit}`).join('')}"` : JSON.stringify(key);
    return `${written}${gap}:${gap}${write(member, gap, escapeNames)}`;
  });
  return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`;
}

const valueAt = (value: unknown, at: string): unknown =>
  (at === '' ? [] : at.split('.')).reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? found[key as never] : undefined,
    value,
  );

describe('sliceJson', () => {
  it('finds wanted places and the records between them', () => {
    const text = '{"has_more": true, "data": [{"id": 1}, {"id": 2} ,{"id":3}], "meta": {"next": "c"}}';
    const found = sliced(text, ['has_more', 'meta.next', 'meta.gone', 'data'], 'data');
    expect(valuesOf(text, found)).toEqual({
      has_more: true,
      'meta.next': 'c',
      data: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
    expect(found.array?.count).toBe(3);
    expect(parse(text, found.array?.first)).toEqual({ id: 1 });
    expect(parse(text, found.array?.last)).toEqual({ id: 3 });
  });

  it.each(['[]', '[ \n ]'])('counts nothing in an empty array written %j', (text) => {
    expect(sliced(text, [], '').array).toEqual({
      start: 0,
      end: text.length,
      count: 0,
      nulls: 0,
      first: undefined,
      last: undefined,
    });
  });

  it('says that the records are no array', () => {
    expect(sliced('{"data": {"id": 1}}', [], 'data').array).toBeUndefined();
    expect(sliced('{"data": null}', [], 'data').array).toBeUndefined();
    expect(sliced('{}', [], 'data').array).toBeUndefined();
  });

  it('reaches into arrays by index', () => {
    const text = '{"errors": [{"code": "a"}, {"code": "b"}]}';
    expect(valuesOf(text, sliced(text, ['errors.1.code', 'errors.2.code']))).toEqual({ 'errors.1.code': 'b' });
  });

  it('refuses nesting a hundred thousand levels deep', () => {
    const deep = `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`;
    expect(() => sliced(`{"deep": ${deep}, "last": 7}`, ['last'])).toThrow(JsonSyntaxError);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '[1,]',
    '[1 2]',
    '{"a":1}}',
    '{"a":tru}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":+1}',
    '{"a":NaN}',
    '{"a\\x":1}',
    ' \ufeff{}',
    '\ufeff',
    '\ufeff\ufeff{}',
  ])('refuses %j', (text) => {
    expect(() => sliced(text, ['a', 'b'], '')).toThrow(JsonSyntaxError);
  });

  it('skips a byte order mark in front, and finds the values behind it where they are', () => {
    const text = '\ufeff{"data":[{"id":"é"}],"more":true}';
    const found = sliced(text, ['', 'more'], 'data');
    const at = (slice: Slice | undefined) => Buffer.from(text).toString('utf8', slice?.start, slice?.end);
    expect(at(found.values.get(''))).toBe(text.slice(1));
    expect(at(found.values.get('more'))).toBe('true');
    expect(at(found.array?.first)).toBe('{"id":"é"}');
  });

  it('finds for any value and any paths what reading the parsed value finds', () => {
    fc.assert(
      fc.property(json, fc.array(path, { maxLength: 6 }), space, fc.boolean(), (value, paths, gap, escapeNames) => {
        const text = gap + write(value, gap, escapeNames) + gap;
        const found = sliced(text, paths);
        for (const wanted of paths) {
          const expected = valueAt(JSON.parse(text), wanted);
          expect(parse(text, found.values.get(wanted))).toEqual(expected);
          expect(found.values.has(wanted)).toBe(expected !== undefined);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the elements of any array at any path, and what stands next to it', () => {
    const rows = fc.array(json, { maxLength: 6 });
    fc.assert(
      fc.property(rows, json, fc.constantFrom('data', 'a.b', 'é.data'), space, (records, next, at, gap) => {
        const nested = at.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), records);
        const text = write({ ...(nested as object), next }, gap, false);
        const found = sliced(text, ['next to'], at);
        expect(found.array?.count).toBe(records.length);
        expect(parse(text, found.array)).toEqual(JSON.parse(JSON.stringify(records)));
        const filled = JSON.parse(JSON.stringify(records)).filter((record: unknown) => record !== null);
        expect(found.array?.nulls).toBe(records.length - filled.length);
        expect(parse(text, found.array?.first)).toEqual(filled[0]);
        expect(parse(text, found.array?.last)).toEqual(filled.at(-1));
        expect(parse(text, found.values.get('next to'))).toEqual(JSON.parse(JSON.stringify(next)));
      }),
    );
  });

  it('refuses every truncation of an object or array', () => {
    const root = fc.oneof(fc.array(json, { maxLength: 4 }), fc.dictionary(name, json, { maxKeys: 4 }));
    fc.assert(
      fc.property(
        root,
        fc.array(path, { maxLength: 4 }),
        fc.constantFrom(undefined, '', 'data', 'a'),
        (value, paths, at) => {
          const bytes = Buffer.from(JSON.stringify(value));
          const plan = planSlices(paths, at);
          for (let end = 0; end < bytes.length; end++) {
            expect(() => sliceJson(bytes.subarray(0, end), plan)).toThrow(JsonSyntaxError);
          }
        },
      ),
    );
  });

  it('ends on any bytes, with slices or a syntax error', () => {
    const structural = fc
      .array(fc.constantFrom(...'{}[]":,\\ 1ae'), { maxLength: 60 })
      .map((parts) => Buffer.from(parts.join('')));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
      structural,
    );
    const plan = planSlices(['a', 'a.0', 'a.e.1', ''], 'e');
    fc.assert(
      fc.property(bytes, (noise) => {
        try {
          for (const { start, end } of sliceJson(noise, plan).values.values()) {
            expect(start).toBeLessThan(end);
            expect(end).toBeLessThanOrEqual(noise.length);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSyntaxError);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['{"data":[NaN]}', 'no JSON inside'],
    ['{"data":[1]} 2', 'more behind it'],
    ['', 'nothing'],
  ])('throws for %j: %s', (text) => {
    expect(() => sliced(text, ['data'], 'data')).toThrow(JsonSyntaxError);
  });

  it('throws for what is no UTF-8', () => {
    const bytes = Buffer.from('{"data":["\xc3"]}', 'latin1');
    expect(() => sliceJson(bytes, planSlices(['data'], 'data'))).toThrow(JsonSyntaxError);
  });
});
