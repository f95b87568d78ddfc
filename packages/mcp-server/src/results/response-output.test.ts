import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { responseOutput } from './response-output.ts';

const responseText = (...given: Parameters<typeof responseOutput>) => responseOutput(...given).text;

const response = (data: unknown, meta: object = {}) => ({ data: Buffer.from(JSON.stringify(data)), meta: { ...meta } });
const page = { skip: 0, pageIn: 'params' } as const;

/** The records of a text, and the notes below it. */
function parts(text: string) {
  const [body = '', ...notes] = text.split('\n[');
  return { ...(JSON.parse(body) as { data: readonly unknown[]; meta: object }), notes };
}

describe('the text of a response', () => {
  it('is the whole response where it fits, with the digits as they came', () => {
    const data = Buffer.from('[{"id":9007199254740993,"amount":1.10}, {"id":2}]');
    expect(responseText({ data, meta: { next_params: null } }, { max: 20_000, ...page })).toBe(
      '{"data":[\n{"id":9007199254740993,"amount":1.10},\n{"id":2}\n],"meta":{"next_params":null}}',
    );
    expect(responseText(response({ id: 1 }), { max: 20_000, ...page })).toBe('{"data":{"id":1},"meta":{}}');
  });

  it('has pagination fields with all their digits', () => {
    const records = Array.from({ length: 50 }, (_, id) => ({ id, text: 'x'.repeat(100) }));
    const large = 9_007_199_254_740_993n;
    const meta = { total: large, next_params: { after: large } };
    const { data } = response(records);
    expect(responseText({ data, meta }, { max: 20_000, ...page })).toContain('"total":9007199254740993');
    expect(responseText({ data, meta }, { max: 2_000, ...page })).toContain('{"after":9007199254740993}');
  });

  it('says that there is another page only when nothing of this one is missing', () => {
    const records = Array.from({ length: 50 }, (_, id) => ({ id, text: 'x'.repeat(100) }));
    const next = { next_params: { cursor: 'abc' } };
    const whole = parts(responseText(response(records, next), { max: 20_000, ...page }));
    expect(whole).toMatchObject({ meta: next, notes: [expect.stringContaining('merged into params')] });
    const cut = parts(responseText(response(records, next), { max: 2_000, ...page }));
    expect(cut.meta).toEqual({});
    expect(cut.notes[0]).toMatch(
      /^Cut: records 1 to \d+ of the 50 .* After that, the next page has params \{"cursor":"abc"\}\.\]$/,
    );
  });

  it('stays within its budget and loses no record, whatever they are', () => {
    const records = fc.array(fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue()), { maxLength: 40 });
    // JSON has no negative zero.
    const asJson = records.map((values): typeof values => JSON.parse(JSON.stringify(values)));
    const property = fc.property(asJson, fc.integer({ min: 1_000, max: 4_000 }), (given, most) => {
      const seen: unknown[] = [];
      for (let skip = 0; skip < given.length; ) {
        const text = responseText(response(given), { max: most, skip, pageIn: 'params' });
        expect(text.length).toBeLessThanOrEqual(most);
        const [body = ''] = text.split(/\n\[(?=Cut|Record)/);
        const { data } = JSON.parse(body) as { data: readonly unknown[] };
        expect(data.length).toBeGreaterThan(0);
        const isShortened = /^\[Record \d+ is /m.test(text);
        seen.push(...(isShortened ? [given[skip], ...data.slice(1)] : data));
        skip += data.length;
      }
      expect(seen).toEqual(given);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('shortens a record that is longer than the budget, and says which fields are long', () => {
    const record = { id: 1, body: 'y'.repeat(50_000), lines: Array.from({ length: 900 }, (_, line) => ({ line })) };
    const one = responseText(response(record), { max: 5_000, ...page });
    expect(one.length).toBeLessThanOrEqual(5_000);
    expect(one).toContain('more characters]');
    expect(one).toMatch(/\[The record is shortened from \d+ characters: .*\(longest: body 50002, lines \d+, id 1\)/);
    const listed = responseText(response([record, record]), { max: 5_000, ...page });
    expect(listed).toContain('[Record 1 is shortened');
    expect(listed).toContain('Cut: records 1 to 1 of the 2');
  });

  it('shows the first members of a record that has very many', () => {
    const record = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field_${index}`, 'x'.repeat(50)]));
    const { data, notes } = parts(responseText(response([record]), { max: 20_000, ...page }));
    expect(data[0]).toMatchObject({ field_0: 'x'.repeat(50), '…': expect.stringMatching(/^\[\d+ more members\]$/) });
    expect(notes[0]).toContain('shortened');
  });

  it('does not parse a record of more than a mebibyte', () => {
    const record = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`f${index}`, 1]));
    for (const data of [[record], [{ id: 1 }, record], record]) {
      const text = responseText(response(data), { max: 20_000, ...page });
      expect(text.length).toBeLessThan(20_000);
      expect(text).toMatch(/not shown, it has \d+ characters|Cut: records 1 to 1 of the 2/);
    }
  });

  it('says so when the page has no record left', () => {
    expect(responseText(response([{ id: 1 }]), { max: 1_000, skip: 3, pageIn: 'params' })).toContain('none are left');
  });
});

describe('the structured result of a response', () => {
  it('has the records and where the list goes on, with the digits as they came', () => {
    const data = Buffer.from('[{"id":9007199254740993,"amount":1.10},{"id":2}]');
    const meta = { total: 2n, next_params: { after: 9_007_199_254_740_993n } };
    expect(JSON.stringify(responseOutput({ data, meta }, { max: 20_000, ...page }).structured)).toBe(
      '{"records":[{"id":9007199254740993,"amount":1.10},{"id":2}],"skip":null,"next_params":{"after":9007199254740993},"meta":{"total":2},"notes":["There is another page: repeat the call with meta.next_params merged into params, without \\"skip\\"."]}',
    );
    expect(JSON.stringify(responseOutput(response({ id: 1 }), { max: 20_000, ...page }).structured)).toBe(
      '{"records":[{"id":1}],"skip":null,"next_params":null,"meta":{}}',
    );
  });

  it('is as long as the text at most, has what the text has, and leads to every record', () => {
    const records = fc.array(fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue()), { maxLength: 40 });
    const next = fc.constantFrom(null, { cursor: 'x"'.repeat(20) });
    const property = fc.property(records, next, fc.integer({ min: 1_200, max: 4_000 }), (values, next_params, max) => {
      const given = JSON.parse(JSON.stringify(values));
      let seen = 0;
      for (let skip: number | null = 0; skip !== null; ) {
        const { text, structured } = responseOutput(response(given, { next_params }), { max, skip, pageIn: 'params' });
        const json = JSON.stringify(structured);
        expect(json.length).toBeLessThanOrEqual(max);
        const shown = JSON.parse(json);
        expect(shown.records).toEqual(JSON.parse(text.split(/\n\[(?=Cut|Record|There)/)[0] ?? '').data);
        expect(shown.next_params).toEqual(shown.skip === null ? next_params : null);
        seen += shown.records.length;
        skip = shown.skip;
      }
      expect(seen).toBe(given.length);
    });
    fc.assert(property, { numRuns: 100 });
  });
});
