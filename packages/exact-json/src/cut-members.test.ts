import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropMembers, keepMembers, memberTree } from './cut-members.ts';
import { JsonSyntaxError } from './scan-json.ts';

const tree = (...paths: string[]) => memberTree(paths.map((path) => path.split('.')));
const keep = (text: string, ...paths: string[]) => keepMembers(Buffer.from(text), tree(...paths)).toString();
const drop = (text: string, ...paths: string[]) => dropMembers(Buffer.from(text), tree(...paths)).toString();

describe('keepMembers', () => {
  it('takes members as the bytes they are, in the order that was asked for', () => {
    const text = '{ "a" : 1.10, "b":-0 ,"c":{"d" : 1e999, "e":[ 1 ]},\n"f":90071992547409931234 }';
    expect(keep(text, 'f', 'c.d', 'b', 'a')).toBe('{"f":90071992547409931234,"c":{"d":1e999},"b":-0,"a":1.10}');
    expect(keep(text, 'c')).toBe('{"c":{"d" : 1e999, "e":[ 1 ]}}');
  });

  it('reaches into each object of an array, and leaves what is no object', () => {
    expect(keep('[{"a":[{"b":1,"c":2},[{"b":3}],"text",4]},7, null]', 'a.b')).toBe(
      '[{"a":[{"b":1},[{"b":3}],"text",4]},7,null]',
    );
  });

  it('knows names however they are written', () => {
    expect(keep('{"\\u0061":1,"é":2,"q\\"q":3,"\\u00e9x":4}', 'a', 'é', 'q"q', 'éx')).toBe(
      '{"\\u0061":1,"é":2,"q\\"q":3,"\\u00e9x":4}',
    );
  });

  it('knows names of any length, among any number of members', () => {
    for (const length of [0, 1, 31, 32, 63, 64, 65, 200]) {
      const long = 'n'.repeat(length);
      const others = Array.from({ length: 120 }, (_, number) => `"${String(number).padStart(length, 'o')}":${number}`);
      expect(keep(`{${others.join()},"${long}":{"x":1},"z":2}`, long)).toBe(`{"${long}":{"x":1}}`);
    }
  });

  it('takes the last of two members of one name', () => {
    expect(keep('{"a":1,"b":2,"a":3}', 'a')).toBe('{"a":3}');
  });

  it.each([
    '',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    '[1 2]',
    '{"a":1 "b":2}',
    '{"a":1}}',
    '{"a":oops}',
    '{"a":01}',
  ])('refuses %j', (text) => {
    expect(() => keep(text, 'a')).toThrow(JsonSyntaxError);
  });

  it('refuses arrays in arrays without an end', () => {
    expect(() => keep(`${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'a')).toThrow(JsonSyntaxError);
  });
});

describe('dropMembers', () => {
  it('leaves members out and copies the others without the white space around them', () => {
    const text = '{ "a" : 1.10, "b":-0 ,"c":{"d" : 1e999, "e":[ 1 ]},\n"f":90071992547409931234 }';
    expect(drop(text, 'b')).toBe('{"a":1.10,"c":{"d" : 1e999, "e":[ 1 ]},"f":90071992547409931234}');
    expect(drop(text, 'c.e', 'a')).toBe('{"b":-0,"c":{"d":1e999},"f":90071992547409931234}');
    expect(drop(text, 'a', 'b', 'c', 'f')).toBe('{}');
    expect(drop('[{"a":[{"b":1,"c":2},[{"b":3}],"text"]},7]', 'a.b')).toBe('[{"a":[{"c":2},[{}],"text"]},7]');
  });

  it('leaves out all members of one name', () => {
    expect(drop('{"a":1,"b":2,"\\u0061":3}', 'a')).toBe('{"b":2}');
  });
});

const name = fc.constantFrom('a', 'b', 'é', 'long_name_of_a_member', 'q"q', '__proto__', 'toString');
const scalar = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.constantFrom('1.10', '-0', '1e999', '0.1E-7', 'true', 'null'),
  fc.string().map((text) => JSON.stringify(text)),
);
const gap = fc.constantFrom('', ' ', '\n  ');
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc
      .tuple(gap, fc.array(tie('json'), { maxLength: 4 }))
      .map(([space, items]) => `[${space}${items.join(`${space},`)}]`),
    fc.tuple(gap, fc.dictionary(name, tie('json'), { maxKeys: 5 })).map(([space, members]) => {
      const written = Object.entries(members).map(([key, value]) => `${space}${JSON.stringify(key)}${space}:${value}`);
      return `{${written.join(`${space},`)}${space}}`;
    }),
  ),
}));
const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

/** The numbers and other scalars of a text in the order they stand. */
const scalarsOf = (text: string) => {
  const tokens = text.match(/"(?:\\.|[^"\\])*"\s*:?|[^\s,:[\]{}"]+/g) ?? [];
  return tokens.filter((token) => !token.endsWith(':')).sort();
};

it('cuts any text into two parts that have each of its scalars once, digit for digit', () => {
  fc.assert(
    fc.property(
      fc.dictionary(name, json, { maxKeys: 6 }).map((members) => {
        return `{${Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${value}`)}}`;
      }),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      (text, names) => {
        const chosen = memberTree(names.map((one) => [one]));
        const kept = keepMembers(Buffer.from(text), chosen).toString();
        const dropped = dropMembers(Buffer.from(text), chosen).toString();
        expect([...scalarsOf(kept), ...scalarsOf(dropped)].sort()).toEqual(scalarsOf(text));
        expect(JSON.parse(kept)).toEqual(
          Object.fromEntries(Object.entries(JSON.parse(text)).filter(([one]) => (names as string[]).includes(one))),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

it('makes JSON of JSON, whatever is chosen', () => {
  fc.assert(
    fc.property(json, paths, (text, chosen) => {
      for (const cut of [keepMembers, dropMembers]) {
        const bytes = cut(Buffer.from(text), memberTree(chosen));
        expect(() => JSON.parse(bytes.toString())).not.toThrow();
        expect(bytes.length).toBeLessThanOrEqual(Buffer.byteLength(text));
      }
    }),
    { numRuns: 2000 },
  );
});

it('ends on any bytes, with a text or a syntax error', () => {
  const noise = fc.array(fc.constantFrom(...'{}[]":,\\ 1ae', '"a":', '{"a":'), { maxLength: 40 });
  const chosen = tree('a', 'b.a');
  fc.assert(
    fc.property(noise, (parts) => {
      for (const cut of [keepMembers, dropMembers]) {
        try {
          cut(Buffer.from(parts.join('')), chosen);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSyntaxError);
        }
      }
    }),
    { numRuns: 5000 },
  );
});
