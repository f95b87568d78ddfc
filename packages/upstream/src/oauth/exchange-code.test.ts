import { GatewayError } from '@connectory/errors';
import { describe, expect, it } from 'vitest';
import { fixtureTarget, responding } from '../../test/fixture-target.ts';
import { ConsentRefusedError, readResponse } from './consent.ts';
import { exchangeCode } from './exchange-code.ts';

const attempt = { state: 'the-state', verifier: 'v'.repeat(43) };
const back = 'https://gateway.example/oauth/callback';
type Options = Parameters<typeof fixtureTarget>[0];

async function exchange(status: number, body: unknown, options: Options = {}) {
  const upstream = responding(status, body);
  const target = fixtureTarget(options);
  const response = readResponse(target, attempt, new URLSearchParams({ code: 'the-code', state: attempt.state }));
  const outcome: unknown = await exchangeCode(upstream, target, attempt, response, back).catch(
    (error: unknown) => error,
  );
  return { outcome, sent: upstream.sent };
}

describe('a token request', () => {
  it('is a form with the client in it', async () => {
    const { sent } = await exchange(200, { access_token: 'a', token_type: 'Bearer' });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method: 'POST', origin: 'https://acme.market.example', path: '/token' });
    expect(sent[0]?.headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(sent[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: back,
      code_verifier: attempt.verifier,
      client_id: 'the-client',
      client_secret: 'the-secret',
    });
  });

  it('is JSON with basic authentication where that is declared, as renewals are', async () => {
    const options: Options = { client: 'basic', encoding: 'json', pkce: false };
    const { sent } = await exchange(200, { access_token: 'a' }, options);
    expect(sent[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('the-client:the-secret').toString('base64')}`,
    });
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: back,
    });
  });
});

describe('a token response', () => {
  it('gives credentials, with the time at which they end', async () => {
    const before = Date.now();
    const { outcome } = await exchange(200, { access_token: 'a', refresh_token: 'r', expires_in: 60, id_token: 'x.y' });
    expect(outcome).toMatchObject({ access_token: 'a', refresh_token: 'r' });
    const { access_token_expires_at: end } = outcome as Record<string, string>;
    expect(Date.parse(end ?? '') - before).toBeGreaterThanOrEqual(60_000);
    expect(Date.parse(end ?? '') - before).toBeLessThan(70_000);
  });

  it.each<[string, number, unknown, Options, object]>([
    ['without an end', 200, { access_token: 'a', token_type: 'user' }, {}, { access_token_expires_at: '' }],
    ['that ends never', 200, { access_token: 'a', expires_in: null }, {}, { access_token_expires_at: '' }],
    ['with status 201', 201, { access_token: 'a' }, {}, { access_token: 'a' }],
    ['as a form', 200, 'access_token=a&scope=x&token_type=bearer', {}, { access_token: 'a' }],
    [
      'elsewhere',
      200,
      { ok: true, user: { t: 'a', r: 'b' } },
      { tokenAt: { access_token: 'user.t', refresh_token: 'user.r' } },
      { access_token: 'a', refresh_token: 'b' },
    ],
  ])('is taken %s', async (_what, status, body, options, expected) => {
    expect((await exchange(status, body, options)).outcome).toMatchObject(expected);
  });

  it.each<[string, number, unknown, object]>([
    [
      'of a wrong code',
      400,
      { error: 'invalid_grant', error_description: 'expired' },
      { reason: 'code_refused', said: 'invalid_grant: expired' },
    ],
    ['of a wrong client', 401, { error: 'invalid_client' }, { reason: 'client_refused' }],
    ['with status 200', 200, { ok: false, error: 'invalid_code' }, { reason: 'code_refused', said: 'invalid_code' }],
    [
      'with a token next to it',
      200,
      { ok: false, error: 'invalid_code', access_token: 'a' },
      { reason: 'code_refused' },
    ],
    [
      'in another form',
      400,
      { error: { code: 'bad', message: 'the-code and the-secret' } },
      { reason: 'code_refused', said: 'bad: *** and ***' },
    ],
    ['without words', 400, '', { reason: 'unreadable' }],
    ['that is no answer', 200, '<html>', { reason: 'unreadable' }],
    ['with a token that is none', 200, { access_token: { a: 1 } }, { reason: 'unreadable' }],
    ['that leads elsewhere', 302, '', { reason: 'unreadable' }],
  ])('is a refusal %s', async (_what, status, body, expected) => {
    const { outcome, sent } = await exchange(status, body);
    expect(outcome).toBeInstanceOf(ConsentRefusedError);
    expect(outcome).toMatchObject(expected);
    expect(sent).toHaveLength(1);
  });

  it.each([500, 503, 429, 408])('with status %i is no refusal, and is not asked for twice', async (status) => {
    const { outcome, sent } = await exchange(status, { error: 'server_error' });
    expect(GatewayError.is(outcome, 'upstream_unavailable')).toBe(true);
    expect(sent).toHaveLength(1);
  });
});
