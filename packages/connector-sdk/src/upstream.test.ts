import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auth } from './authentication.ts';
import { defineUpstream } from './upstream.ts';
import { credential, setting } from './value.ts';

const base = {
  documentation: 'https://example.com/docs',
  version: { pinned: '1', sunset: null },
  authentication: { api_key: auth.bearer('api_key', 'Key') },
  failure: { message: ['message'] },
} as const;

describe('defineUpstream', () => {
  it('fills in what is usual', () => {
    const upstream = defineUpstream({ ...base, baseUrl: 'https://api.example.com' });
    expect(upstream).toMatchObject({ ...base, headers: {}, fileHosts: [] });
    expect(upstream.settings.safeParse({}).success).toBe(true);
    expect(upstream.settings.safeParse({ region: 'eu' }).success).toBe(false);
  });

  it('takes places of the base URL from the settings', () => {
    const settings = z.object({ subdomain: z.string() });
    const upstream = defineUpstream({ ...base, baseUrl: 'https://{subdomain}.example.com', settings });
    expect(upstream.settings.safeParse({ subdomain: 'x' }).success).toBe(true);
    expect(upstream.settings.safeParse({ subdomain: 'x', region: 'eu' }).success).toBe(false);
    expect(() => defineUpstream({ ...base, baseUrl: 'https://{region}.{subdomain}.example.com', settings })).toThrow(
      'defineUpstream: {region} in https://{region}.{subdomain}.example.com is neither in places nor a setting',
    );
  });

  it('checks the places of consent pages, and the settings that accounts fill', () => {
    const withConsent = (host: string, filled: string) => {
      const oauth2 = auth.oauth2({
        description: 'Account',
        authorizationUrl: `https://${host}/authorize`,
        tokenUrl: 'https://example.com/token',
        accounts: { url: `https://${host}/accounts`, list: '', name: 'name', settings: { [filled]: 'id' } },
      });
      const settings = z.object({ subdomain: z.string(), site: z.string().optional() });
      return defineUpstream({ ...base, baseUrl: 'https://api.example.com', settings, authentication: { oauth2 } });
    };
    expect(withConsent('{subdomain}.example.com', 'site').authentication.oauth2?.authorization?.pkce).toBe(true);
    expect(() => withConsent('{region}.example.com', 'site')).toThrow(
      '{region} in https://{region}.example.com/authorize is neither in places nor a setting',
    );
    expect(() => withConsent('{subdomain}.example.com', 'side')).toThrow('there is no setting side to fill');
  });

  it('refuses a sunset that is no day', () => {
    const version = (sunset: string) => ({
      ...base,
      baseUrl: 'https://api.example.com',
      version: { pinned: '1', sunset },
    });
    expect(defineUpstream(version('2027-01-31')).version.sunset).toBe('2027-01-31');
    expect(() => defineUpstream(version('January 2027'))).toThrow('the sunset "January 2027" is no ISO date');
  });

  it.each([
    [{ quotas: [{ requests: 0, seconds: 1 }] }, 'the quota {"requests":0,"seconds":1} accepts no requests'],
    [{ quotas: [{ requests: 1, seconds: Number.NaN }] }, 'accepts no requests'],
    [{ minInterval: 0 }, 'minInterval is a number of seconds above 0'],
  ])('refuses limits that no pass can keep: %j', (limits, error) => {
    expect(() => defineUpstream({ ...base, baseUrl: 'https://api.example.com', limits })).toThrow(error);
  });

  it('lets every connection set base_url and api_version', () => {
    const { settings } = defineUpstream({ ...base, baseUrl: 'https://api.example.com' });
    const accepts = (values: object) => settings.safeParse(values).success;
    expect(accepts({ base_url: 'http://127.0.0.1:8080/shop', api_version: '2' })).toBe(true);
    expect(accepts({ base_url: 'file:///etc/passwd' })).toBe(false);
    expect(accepts({ base_url: 'api.example.com' })).toBe(false);
  });

  it('takes places from settings and from the public part of a credential', () => {
    const places = {
      host: setting('region', { map: { eu: 'api-eu.example.com' }, otherwise: 'api.example.com' }),
      center: credential('api_key', { match: /-([a-z]+\d+)$/ }),
    };
    const settings = z.object({ region: z.enum(['na', 'eu']).optional().describe('Region') });
    const upstream = defineUpstream({ ...base, baseUrl: 'https://{center}.{host}', settings, places });
    expect(upstream.places).toBe(places);
  });

  it.each([
    [{ center: credential('api_key') }, 'api_key needs a match: URLs must not hold whole credentials'],
    [{ center: credential('token', { match: /-(\w+)$/ }) }, 'no way of authenticating has a field token'],
    [{ center: setting('center') }, 'there is no setting center'],
  ])('refuses the place %#', (places, rule) => {
    expect(() => defineUpstream({ ...base, baseUrl: 'https://{center}.example.com', places })).toThrow(rule);
  });
});
