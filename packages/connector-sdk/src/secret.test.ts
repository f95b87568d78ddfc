import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './secret.ts';

const secret = new Secret('sk_live_1');

it('gives its value to the one who asks for it by name', () => {
  expect(secret.reveal()).toBe('sk_live_1');
});

it.each<[string, () => unknown]>([
  ['String()', () => String(secret)],
  ['a template literal', () => `${secret}`],
  ['concatenation', () => `key: ${secret as unknown as string}`.concat(secret as unknown as string)],
  ['toString', () => secret.toString()],
  ['toLocaleString', () => secret.toLocaleString()],
  ['join', () => [secret, secret].join()],
  ['JSON', () => JSON.stringify({ secret, list: [secret] })],
  ['inspect', () => inspect({ nested: { secret } }, { depth: 9 })],
  ['inspect with hidden members', () => inspect(secret, { showHidden: true, getters: true })],
  ['inspect without its own inspector', () => inspect(secret, { customInspect: false, showHidden: true })],
  ['format %s', () => format('%s', secret)],
  ['format %o', () => format('%o', secret)],
  ['format %O', () => format('%O', secret)],
  ['format %j', () => format('%j', secret)],
  ['an error message', () => inspect(new Error(`refused ${secret}`, { cause: secret }))],
  [
    'its own keys',
    () =>
      Object.entries(secret)
        .concat(Object.entries(Object.getOwnPropertyDescriptors(secret)))
        .join(),
  ],
  ['a spread copy', () => JSON.stringify({ ...secret })],
  ['a structured clone', () => inspect(structuredClone(secret))],
  ['a map', () => inspect(new Map([['key', secret]]))],
  ['an assertion message', () => inspect({ secret }) + JSON.stringify([secret])],
])('shows nothing of its value: %s', (_, print) => {
  expect(print()).toEqual(expect.not.stringContaining('sk_live_1'));
});

it('shows that something is there', () => {
  expect(`${secret}`).toBe('***');
  expect(JSON.stringify({ secret })).toBe('{"secret":"***"}');
  expect(inspect(secret)).toBe('Secret(***)');
});
