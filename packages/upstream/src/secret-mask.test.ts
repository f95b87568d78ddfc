import { Secret } from '@connectory/connector-sdk/engine';
import { describe, expect, it } from 'vitest';
import { testConnection } from '../test/test-connector.ts';
import { maskSecrets } from './secret-mask.ts';

const value = 'canary/ä+"value';
const connection = testConnection('http://127.0.0.1:1');
const mask = (text: string) => maskSecrets(text, connection, { api_key: new Secret(value) });

describe('maskSecrets', () => {
  it.each([
    ['plain', value],
    ['base64', Buffer.from(value).toString('base64')],
    ['base64url', Buffer.from(value).toString('base64url')],
    ['hex', Buffer.from(value).toString('hex')],
    ['URL-encoded', encodeURIComponent(value)],
    ['as JSON text', JSON.stringify(value)],
  ])('takes a secret out of a text: %s', (_name, form) => {
    const masked = mask(`Invalid key ${form}, try another`);
    expect(masked).toMatch(/^Invalid key "?\*\*\*=*"?, try another$/);
  });

  it('takes the secrets of a call out of a text', () => {
    const masked = maskSecrets('No such secret: made-up-1', connection, { api_key: new Secret(value) }, ['made-up-1']);
    expect(masked).toBe('No such secret: ***');
  });

  it('leaves other words alone', () => {
    expect(mask('No such customer: cus_1')).toBe('No such customer: cus_1');
  });
});
