import { expect, it } from 'vitest';
import { linkOf, titleOf } from './record-title.ts';

it('a title joins the different values of its fields', () => {
  expect(titleOf(['first', 'last', 'mail'], { first: 'Ada', last: ' Lovelace ', mail: null })).toBe('Ada Lovelace');
  expect(titleOf(['name', 'tag'], { name: 'v1', tag: 'v1' })).toBe('v1');
  expect(titleOf(['settings.title'], { settings: { title: 'Spring' } })).toBe('Spring');
  expect(titleOf(['content.title'], { 'content.title': 'Flat' })).toBe('Flat');
});

it('a record without the fields of its title has none', () => {
  expect(titleOf(['name'], { name: null })).toBe(null);
  expect(titleOf(['name'], { name: { text: 'Ada' } })).toBe(null);
});

it('a long title is cut', () => {
  expect(titleOf(['name'], { name: 'a'.repeat(500) })).toBe(`${'a'.repeat(200)}…`);
});

it.each([
  ['{url}', { url: 'https://example.com/a b' }, 'https://example.com/a b'],
  ['https://{setting:host}.example.com/t/{id}', { id: 7 }, 'https://acme.example.com/t/7'],
  ['https://example.com/t/{id}', { id: 9_007_199_254_740_993n }, 'https://example.com/t/9007199254740993'],
  ['https://example.com/wiki{path}', { path: '/a/b c' }, 'https://example.com/wiki/a/b%20c'],
  ['https://example.com/?q={q}', { q: 'a&b=c' }, 'https://example.com/?q=a%26b%3Dc'],
])('the link of %s leads to the record', (template, document, url) => {
  expect(linkOf(template, document, { host: 'acme' })).toBe(url);
});

it.each([
  ['a record that lacks a field', '{url}', { url: null }],
  ['a setting that is not given', 'https://{setting:other}.example.com/{id}', { id: 7 }],
  ['what is no web address', '{url}', { url: 'javascript:alert(1)' }],
  ['what is no address', '{url}', { url: 'sc-domain' }],
  ['an entity without a template', undefined, { url: 'https://example.com' }],
])('there is no link for %s', (_what, template, document) => {
  expect(linkOf(template, document, { host: 'acme' })).toBe(null);
});
