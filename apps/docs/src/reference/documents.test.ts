import { expect, it } from 'vitest';
import { withoutMarkup } from './documents.ts';

it('escapes markup in descriptions at any depth, and leaves code as it is', () => {
  const document = {
    info: { title: '<b>', description: 'a <img src=x> and `<Type>` and ``a`<`` <' },
    paths: [{ description: '<script>' }],
  };
  expect(withoutMarkup(document)).toEqual({
    info: { title: '<b>', description: 'a &lt;img src=x> and `<Type>` and ``a`<`` &lt;' },
    paths: [{ description: '&lt;script>' }],
  });
});

it('leaves values alone, and properties that are called description', () => {
  const schema = {
    properties: { description: { type: 'string', description: 'a < b', example: { description: '<b>' } } },
    default: { description: '<b>' },
  };
  expect(withoutMarkup(schema)).toEqual({
    properties: { description: { type: 'string', description: 'a &lt; b', example: { description: '<b>' } } },
    default: { description: '<b>' },
  });
});
