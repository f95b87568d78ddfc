import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactly } from './exact-json.ts';
import { type Rewriter, rewriteJson, rewriteValue } from './rewrite.ts';
import { JsonSyntaxError } from './scan-json.ts';

const unchanged: Rewriter = { isUnchanged: true, member: () => unchanged, replace: (value) => value };
const stars: Rewriter = { isUnchanged: false, member: () => stars, replace: () => '*' };
const whole: Rewriter = { ...stars, isWhole: true };
const named = new Map<string, Rewriter | undefined>([
  ['drop', undefined],
  ['hide', stars],
  ['whole', whole],
  ['keep', unchanged],
]);
const rules: Rewriter = {
  isUnchanged: false,
  member: (name) => (named.has(name) ? named.get(name) : rules),
  replace: (value) => value,
};
const rewrite = (text: string, rewriter = rules) => rewriteJson(Buffer.from(text), rewriter).toString();

describe('rewriteJson', () => {
  it('leaves members out and replaces values, and keeps the digits of all other numbers', () => {
    expect(
      rewrite('{ "a" : 1.10, "drop":{"x":[1]} ,"keep":{"drop" : 1e999},\n"hide":["e",{"f":90071992547409931234}]}'),
    ).toBe('{ "a" : 1.10,"keep":{"drop" : 1e999},\n"hide":["*",{"f":"*"}]}');
  });

  it.each([
    ['{"drop":1}', '{}'],
    ['{"drop":1,"a":2}', '{"a":2}'],
    ['{"a":2,"drop":1}', '{"a":2}'],
    ['{"drop":1,"drop":2,"a":3,"drop":4,"b":5,"drop":6}', '{"a":3,"b":5}'],
    ['[{"drop":1},{"\\u0064rop":2}, 3]', '[{},{},3]'],
    ['{"whole":{"a":1},"b":{"whole":[{"a":1},[2]]}}', '{"whole":"*","b":{"whole":["*",["*"]]}}'],
    ['{"hide":null,"a":[{"hide":true}]}', '{"hide":"*","a":[{"hide":"*"}]}'],
  ])('rewrites %s to %s', (before, after) => {
    expect(rewrite(before)).toBe(after);
  });

  it('rewrites every one of several members with one name', () => {
    expect(rewrite('{"hide":"secret","hide":"*"}')).toBe('{"hide":"*","hide":"*"}');
  });

  it('returns the given bytes where nothing changes', () => {
    const json = Buffer.from('[{"a": 1}]');
    expect(rewriteJson(json, unchanged)).toBe(json);
    expect(rewriteJson(json, rules)).toBe(json);
  });

  it.each(['', '{', '{"a"}', '{"drop":}', '{"drop":1,}', '[1 2]', '{"a":1}}', '{"hide":oops}'])(
    'refuses %j',
    (text) => {
      expect(() => rewrite(text)).toThrow(JsonSyntaxError);
    },
  );
});

const numbersIn = (text: string) => text.match(/-?\d[\d.E]*/g) ?? [];

it('rewrites texts and values alike', () => {
  const name = fc.constantFrom('a', 'b', 'drop', 'hide', 'whole', 'keep', 'é', '__proto__');
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('1', '-0.5', 'true', 'null', '"text"', '12345678901234567890', '1.10', '1E3', '-0', '0.0000001'),
      fc.array(tie('json'), { maxLength: 4 }).map((items) => `[ ${items.join(' , ')} ]`),
      fc
        .dictionary(name, tie('json'), { maxKeys: 6 })
        .map((members) => `{ ${Object.entries(members).map(([key, value]) => `${JSON.stringify(key)} : ${value}`)} }`),
    ),
  }));
  fc.assert(
    fc.property(json, (text) => {
      const after = rewrite(text);
      expect(parseExactly(after)).toEqual(rewriteValue(parseExactly(text), rules));
      expect(numbersIn(text)).toEqual(expect.arrayContaining(numbersIn(after)));
    }),
    { numRuns: 2000 },
  );
});
