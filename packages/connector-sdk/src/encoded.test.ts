import { expect, it } from 'vitest';
import { ConnectorError } from './connector-error.ts';
import { encoded } from './encoded.ts';

it.each(['List(urn%3Ali%3AsponsoredAccount%3A1)', '(start:(year:2026,month:1,day:1))', ''])(
  'sends %s as it is',
  (text) => {
    expect(encoded(text).text).toBe(text);
    expect(JSON.stringify({ value: encoded(text) })).toBe(JSON.stringify({ value: text }));
  },
);

it.each(['a&b=c', 'a#b', 'a b', '100%', 'é', 'a\nb', '"'])('refuses %j, which would not arrive as written', (text) => {
  expect(() => encoded(text)).toThrow(ConnectorError);
});
