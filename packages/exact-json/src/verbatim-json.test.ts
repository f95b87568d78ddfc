import { expect, it } from 'vitest';
import { parseVerbatim } from './verbatim-json.ts';

it.each(['12345678901234567890', '1.10', '1e400', '-0', '0.1'])('writes %s as it was', (number) => {
  expect(JSON.stringify(parseVerbatim(`{"n":[${number}]}`))).toBe(`{"n":[${number}]}`);
});

it('leaves everything else as it is', () => {
  const text = '{"text":"1","flag":true,"none":null,"list":[]}';
  expect(parseVerbatim(text)).toEqual(JSON.parse(text));
});
