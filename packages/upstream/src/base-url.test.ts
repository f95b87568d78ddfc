import { describe, expect, it } from 'vitest';
import { testConnection, testConnector } from '../test/test-connector.ts';
import { fillPlaces, resolveUrl, settingText } from './base-url.ts';

const urlOf = (template: string, settings: Readonly<Record<string, unknown>>) =>
  resolveUrl(testConnection('https://unused.example', { settings: { base_url: undefined, ...settings } }), template)
    .href;

describe('fillPlaces', () => {
  it('fills every place, and gives nothing when a value is missing', () => {
    const values: Readonly<Record<string, string>> = { a: '1', b: '2' };
    expect(fillPlaces('x-{a}-{b}-{a}', (name) => values[name])).toBe('x-1-2-1');
    expect(fillPlaces('x-{a}-{c}', (name) => values[name])).toBeUndefined();
  });
});

describe('settingText', () => {
  it('falls back to the pinned version for api_version only', () => {
    const connection = testConnection('https://a.example', { settings: { number: 7, none: null } });
    expect(settingText(connection, 'api_version')).toBe('2026-01-01');
    expect(settingText(connection, 'number')).toBe('7');
    expect(settingText(connection, 'none')).toBeUndefined();
    expect(settingText(connection, 'gone')).toBeUndefined();
  });

  it('prefers the override of the connection', () => {
    const connection = testConnection('https://a.example', { settings: { api_version: '2030' } });
    expect(settingText(connection, 'api_version')).toBe('2030');
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
