import { describe, expect, it } from 'vitest';
import { auth } from './authentication.ts';

describe('auth', () => {
  it('sends a bearer token', () => {
    expect(auth.bearer('api_key', 'Secret key')).toEqual({
      scheme: 'bearer',
      description: 'Secret key',
      fields: { api_key: { description: 'Secret key', secret: true, required: true } },
      headers: { authorization: 'Bearer {api_key}' },
    });
  });

  it('sends a key in a header of any name', () => {
    expect(auth.header('X-Api-Key', 'key', 'Key').headers).toEqual({ 'x-api-key': '{key}' });
    expect(auth.header('Authorization', 'key', 'Key', 'Token token={key}').headers).toEqual({
      authorization: 'Token token={key}',
    });
  });

  it('takes both halves of basic authentication from its fields', () => {
    const fields = { email: { description: 'Email', secret: false, required: true } };
    expect(auth.basic({ description: 'Email', username: '{email}/token', password: '', fields })).toMatchObject({
      scheme: 'basic',
      fields,
      headers: {},
      basic: { username: '{email}/token', password: '' },
    });
    expect(() => auth.basic({ description: 'Email', username: '{email}', password: '{token}', fields })).toThrow(
      'auth.basic: {token} is not one of its fields',
    );
  });

  it('renews tokens of an authorization code', () => {
    const oauth = auth.oauth2({
      description: 'Account',
      authorizationUrl: 'https://example.com/authorize',
      tokenUrl: 'https://example.com/token',
      scopes: ['read'],
    });
    expect(oauth.token).toEqual({
      url: 'https://example.com/token',
      grant: 'refresh_token',
      client: 'body',
      encoding: 'form',
      scopes: ['read'],
    });
    expect(oauth.authorization).toEqual({
      url: 'https://example.com/authorize',
      scopes: ['read'],
      scopeSeparator: ' ',
      params: {},
      pkce: true,
      tokenAt: {},
      tokenParams: {},
    });
    expect(Object.keys(oauth.fields)).toEqual(['access_token', 'refresh_token', 'client_id', 'client_secret']);
    expect(oauth.fields.client_id?.secret).toBe(false);
  });

  it('fetches tokens with client credentials', () => {
    const oauth = auth.clientCredentials({
      description: 'Application',
      tokenUrl: 'https://example.com/token',
      client: 'basic',
      encoding: 'json',
    });
    expect(oauth.token).toMatchObject({ grant: 'client_credentials', client: 'basic', encoding: 'json', scopes: [] });
    expect(oauth.fields).toMatchObject({
      client_id: { secret: false, required: true },
      client_secret: { secret: true },
    });
    expect(oauth.authorization).toBeUndefined();
  });
});
