import { auth, credential, setting } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testConnection, testConnector } from '../test/test-connector.ts';
import { fillPlaceholders, placeholderText, resolveUrl } from './connection.ts';

const urlOf = (template: string, settings: Readonly<Record<string, unknown>>) =>
  resolveUrl(testConnection('https://unused.example', { settings: { base_url: undefined, ...settings } }), template)
    .href;

describe('fillPlaceholders', () => {
  it('fills every place, and gives nothing when a value is missing', () => {
    const values: Readonly<Record<string, string>> = { a: '1', b: '2' };
    expect(fillPlaceholders('x-{a}-{b}-{a}', (name) => values[name])).toBe('x-1-2-1');
    expect(fillPlaceholders('x-{a}-{c}', (name) => values[name])).toBeUndefined();
  });
});

describe('placeholderText', () => {
  it('falls back to the pinned version for api_version only', () => {
    const connection = testConnection('https://a.example', { settings: { number: 7, none: null } });
    expect(placeholderText(connection, 'api_version')).toBe('2026-01-01');
    expect(placeholderText(connection, 'number')).toBe('7');
    expect(placeholderText(connection, 'none')).toBeUndefined();
    expect(placeholderText(connection, 'gone')).toBeUndefined();
  });

  it('prefers the override of the connection', () => {
    const connection = testConnection('https://a.example', { settings: { api_version: '2030' } });
    expect(placeholderText(connection, 'api_version')).toBe('2030');
  });
});

describe('declared places', () => {
  const connector = testConnector({
    authentication: { key: auth.bearer('api_key', 'Key') },
    settings: z.object({ region: z.string().optional().describe('Region') }),
    places: {
      center: credential('api_key', { match: /-([a-z]+\d+)$/ }),
      host: setting('region', { map: { eu: 'eu.example.com' }, otherwise: 'example.com' }),
    },
  });

  it('are taken from the value of a setting and the public part of a credential', () => {
    const connection = testConnection('', {
      connector,
      credentials: { api_key: 'secret-us21' },
      settings: { region: 'eu' },
    });
    const direct = { ...connection, settings: { region: 'eu' } };
    expect(resolveUrl(direct, 'https://{center}.{host}/3.0').href).toBe('https://us21.eu.example.com/3.0');
    expect(resolveUrl({ ...direct, settings: {} }, 'https://{center}.{host}').host).toBe('us21.example.com');
  });

  it('have no value when the credential does not look as it should', () => {
    const connection = { ...testConnection('', { connector, credentials: { api_key: 'secret' } }), settings: {} };
    expect(() => resolveUrl(connection, 'https://{center}.{host}')).toThrow('The connection has no value for a place');
  });
});

describe('resolveUrl', () => {
  it('fills the places of the address from the settings', () => {
    expect(urlOf('https://{subdomain}.example.com/v{major}/', { subdomain: 'acme', major: 2 })).toBe(
      'https://acme.example.com/v2/',
    );
  });

  it('asks for the setting that is missing', () => {
    expect(() => urlOf('https://{subdomain}.example.com', {})).toThrow(
      expect.objectContaining({ code: 'invalid_params', message: expect.stringContaining('{subdomain}') }),
    );
  });

  it.each([
    ['https://api.example.com/v2', 'http://127.0.0.1:9', 'http://127.0.0.1:9/v2'],
    ['https://api.example.com', 'https://proxy.example/things/', 'https://proxy.example/things'],
    ['https://api.example.com/v2', 'https://proxy.example/things', 'https://proxy.example/things/v2'],
    ['https://{subdomain}.example.com/v2', 'https://self.hosted', 'https://self.hosted/v2'],
  ])('puts the path of %s behind base_url %s', (template, baseUrl, expected) => {
    expect(urlOf(template, { base_url: baseUrl })).toBe(expected);
  });

  it.each([{ base_url: 'not a url' }, { base_url: '' }, { subdomain: 'a b/' }])(
    'refuses settings that make no URL: %j',
    (settings) => {
      expect(() => urlOf('https://{subdomain}', settings)).toThrow(expect.objectContaining({ code: 'invalid_params' }));
    },
  );
});

it('keeps the path of the connector in every request', () => {
  const connector = testConnector({ baseUrl: 'https://api.things.example/rest/v9/' });
  expect(resolveUrl(testConnection('http://127.0.0.1:1', { connector }), connector.upstream.baseUrl).href).toBe(
    'http://127.0.0.1:1/rest/v9/',
  );
});
