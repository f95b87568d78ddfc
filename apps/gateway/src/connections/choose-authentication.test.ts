import { auth, type Connector } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { chooseAuthentication } from './choose-authentication.ts';

const connector = {
  upstream: {
    authentication: {
      oauth: auth.oauth2({
        description: 'OAuth',
        authorizationUrl: 'https://x.example',
        tokenUrl: 'https://x.example',
      }),
      api_key: auth.bearer('api_key', 'API key'),
      account: auth.basic({
        description: 'Account',
        username: '{email}',
        password: '{password}',
        fields: {
          email: { description: 'Email', secret: false, required: true },
          password: { description: 'Password', secret: true, required: true },
        },
      }),
    },
  },
} as unknown as Connector;

const refusalOf = (named: string | undefined, credentials: Record<string, string>) => {
  try {
    chooseAuthentication(connector, named, credentials);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('without a name', () => {
  it.each([
    ['oauth', { access_token: 'a' }],
    ['oauth', { refresh_token: 'r', client_id: 'i', client_secret: 's' }],
    ['api_key', { api_key: 'k' }],
    ['account', { email: 'a@example.org', password: 'p' }],
  ])('takes %s for what fits it', (name, credentials) => {
    expect(chooseAuthentication(connector, undefined, credentials)).toBe(name);
  });

  it.each([{}, { api_key: '' }, { email: 'a@example.org' }, { api_key: 'k', email: 'a@example.org' }, { key: 'k' }])(
    'refuses %o and says what each way takes',
    (credentials) => {
      expect(refusalOf(undefined, credentials as Record<string, string>)).toMatchObject({
        code: 'invalid_params',
        message: expect.stringContaining('api_key (api_key) or account (email, password)'),
      });
    },
  );
});

describe('with a name', () => {
  it('takes that way', () => {
    expect(chooseAuthentication(connector, 'api_key', { api_key: 'k' })).toBe('api_key');
  });

  it('points at every field that is missing or unknown, and suggests the one that was meant', () => {
    expect(refusalOf('account', { email: 'a@example.org', pasword: 'p' })).toMatchObject({
      code: 'invalid_params',
      errors: [
        { field: '/credentials/pasword', error_code: 'unknown_name', did_you_mean: 'password' },
        { field: '/credentials/password', error_code: 'required' },
      ],
    });
  });

  it('needs an access token or something to get one with', () => {
    expect(refusalOf('oauth', { client_id: 'i' })).toMatchObject({
      errors: [{ field: '/credentials/access_token', error_code: 'required' }],
    });
  });

  it('that is none of the connector is refused, with the nearest', () => {
    expect(refusalOf('apikey', { api_key: 'k' })).toMatchObject({
      errors: [{ field: '/authentication', error_code: 'not_allowed', did_you_mean: 'api_key' }],
    });
    expect(refusalOf('constructor', { api_key: 'k' })).toMatchObject({ code: 'invalid_params' });
  });

  it('never repeats a value', () => {
    expect(JSON.stringify(refusalOf('account', { email: 'hunter2', secret: 'hunter2' }))).not.toContain('hunter2');
  });
});
