import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt, elementLines, firstElements, keepElements } from './array-elements.ts';
import { JsonSyntaxError } from './scan-json.ts';

const rows = '[ {"id" : 90071992547409931},\n {"n":1.10,\r\n"t":"a\\nb"} , -0 ]';

describe('elements of an array', () => {
  it('are found as the bytes they are', () => {
    const found = [0, 1, 2].map((index) => {
      const { start, end } = elementAt(Buffer.from(rows), index) ?? { start: 0, end: 0 };
      return rows.slice(start, end);
    });
    expect(found).toEqual(['{"id" : 90071992547409931}', '{"n":1.10,\r\n"t":"a\\nb"}', '-0']);
    expect(elementAt(Buffer.from(rows), 3)).toBeUndefined();
  });

  it.each([
    [0, '[]'],
    [1, '[ {"id" : 90071992547409931}]'],
    [2, '[ {"id" : 90071992547409931},\n {"n":1.10,\r\n"t":"a\\nb"}]'],
    [3, '[ {"id" : 90071992547409931},\n {"n":1.10,\r\n"t":"a\\nb"} , -0]'],
    [4, rows],
  ])('are cut to the first %i', (most, expected) => {
    expect(firstElements(Buffer.from(rows), most).toString()).toBe(expected);
  });

  it('are sifted by their position', () => {
    expect(keepElements(Buffer.from(rows), (index) => index !== 1).toString()).toBe('[{"id" : 90071992547409931},-0]');
    expect(keepElements(Buffer.from(rows), () => true).toString()).toBe(rows);
    expect(keepElements(Buffer.from(rows), () => false).toString()).toBe('[]');
    expect(keepElements(Buffer.from('[]'), () => false).toString()).toBe('[]');
    expect(keepElements(Buffer.from('[1, null ,2]'), (_, isNull) => !isNull).toString()).toBe('[1,2]');
  });

  it('stand one per line', () => {
    const { lines, count } = elementLines(Buffer.from(rows));
    expect(lines.toString()).toBe('{"id" : 90071992547409931}\n{"n":1.10,  "t":"a\\nb"}\n-0\n');
    expect(count).toBe(3);
    expect(elementLines(Buffer.from(rows), 1)).toMatchObject({ count: 1 });
    expect(elementLines(Buffer.from('[]')).lines).toHaveLength(0);
  });

  it.each(['{}', '7', '[1,]', '[1', '[1]]', ''])('are not those of %j', (text) => {
    expect(() => elementLines(Buffer.from(text))).toThrow(JsonSyntaxError);
  });

  it('keep every digit of any integer', () => {
    const integers = fc.array(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), { maxLength: 8 });
    fc.assert(
      fc.property(integers, fc.nat(9), (numbers, most) => {
        const json = Buffer.from(`[${numbers.map((number) => `{"n":${number}}`).join(',')}]`);
        const expected = numbers.slice(0, most).map((number) => `{"n":${number}}`);
        expect(firstElements(json, most).toString()).toBe(`[${expected.join(',')}]`);
        expect(elementLines(json, most).lines.toString()).toBe(expected.map((line) => `${line}\n`).join(''));
      }),
    );
  });
});
