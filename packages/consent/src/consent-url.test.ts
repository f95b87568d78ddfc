import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { madeUpTarget } from '../test/made-up-target.ts';
import { consentUrl, newAttempt } from './consent-url.ts';

const back = 'https://gateway.example/oauth/callback';

it('has what the standard wants, beside what the address has and the vendor wants', async () => {
  const attempt = newAttempt();
  const params = { prompt: 'consent', state: 'forged', response_type: 'token' };
  const url = await consentUrl(madeUpTarget({ params }), attempt, back);
  expect(url.origin + url.pathname).toBe('https://acme.market.example/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    kind: 'code',
    prompt: 'consent',
    response_type: 'code',
    client_id: 'the-client',
    redirect_uri: back,
    state: attempt.state,
    scope: 'read write',
    code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
});

it('differs as declared', async () => {
  const url = await consentUrl(madeUpTarget({ pkce: false, scopeSeparator: ',' }), newAttempt(), back);
  expect(url.searchParams.get('scope')).toBe('read,write');
  expect(url.searchParams.has('code_challenge')).toBe(false);
  const none = await consentUrl(madeUpTarget({ scopes: [] }), newAttempt(), back);
  expect(none.searchParams.has('scope')).toBe(false);
});

it('moves with base_url, as the API does', async () => {
  const settings = { shop: 'acme', base_url: 'http://127.0.0.1:9/market' };
  const url = await consentUrl(madeUpTarget({}, settings), newAttempt(), back);
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:9\/market\/authorize\?kind=code&/);
});

it('leads nowhere without what its places need', async () => {
  await expect(consentUrl(madeUpTarget({}, {}), newAttempt(), back)).rejects.toMatchObject({ code: 'invalid_params' });
});

it('is of 32 random bytes each', () => {
  const attempts = [newAttempt(), newAttempt()].flatMap(({ state, verifier }) => [state, verifier]);
  for (const text of attempts) expect(text).toMatch(/^[\w-]{43}$/);
  expect(new Set(attempts).size).toBe(4);
});
