import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { fixtureTarget } from '../../test/fixture-target.ts';
import { ConsentRefusedError, consentUrl, newAttempt, readResponse } from './consent.ts';

const back = 'https://gateway.example/oauth/callback';

it('has what the standard wants, next to what the address has and the vendor wants', async () => {
  const attempt = newAttempt();
  const params = { prompt: 'consent', state: 'forged', response_type: 'token' };
  const url = await consentUrl(fixtureTarget({ params }), attempt, back);
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
  const url = await consentUrl(fixtureTarget({ pkce: false, scopeSeparator: ',' }), newAttempt(), back);
  expect(url.searchParams.get('scope')).toBe('read,write');
  expect(url.searchParams.has('code_challenge')).toBe(false);
  const none = await consentUrl(fixtureTarget({ scopes: [] }), newAttempt(), back);
  expect(none.searchParams.has('scope')).toBe(false);
});

it('moves with base_url, as the API does', async () => {
  const settings = { shop: 'acme', base_url: 'http://127.0.0.1:9/market' };
  const url = await consentUrl(fixtureTarget({}, settings), newAttempt(), back);
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:9\/market\/authorize\?kind=code&/);
});

it('leads nowhere without what its places need', async () => {
  await expect(consentUrl(fixtureTarget({}, {}), newAttempt(), back)).rejects.toMatchObject({ code: 'invalid_params' });
});

it('is of 32 random bytes each', () => {
  const attempts = [newAttempt(), newAttempt()].flatMap(({ state, verifier }) => [state, verifier]);
  for (const text of attempts) expect(text).toMatch(/^[\w-]{43}$/);
  expect(new Set(attempts).size).toBe(4);
});

const attempt = { state: 'the-state', verifier: 'v' };
const right = { code: 'c', state: 'the-state' };

function refusal(response: Record<string, string> | string, options: Parameters<typeof fixtureTarget>[0] = {}) {
  try {
    readResponse(fixtureTarget(options), attempt, new URLSearchParams(response));
  } catch (error) {
    if (error instanceof ConsentRefusedError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

it('takes the response to the attempt', () => {
  expect(readResponse(fixtureTarget(), attempt, new URLSearchParams(right)).get('code')).toBe('c');
});

it.each([
  ['another state', { ...right, state: 'other' }],
  ['no state', { code: 'c' }],
  ['another issuer', { ...right, iss: 'https://evil.example' }],
  ['two states', 'code=c&state=the-state&state=the-state'],
  ['a token', { ...right, id_token: 'x' }],
])('does not take one with %s', (_what, response) => {
  expect(refusal(response).reason).toBe('not_genuine');
});

it('knows the issuer that is declared, else one at the origin of the consent page', () => {
  const declared = { issuer: 'https://login.market.example/one' };
  const take = (iss: string, options = {}) =>
    readResponse(fixtureTarget(options), attempt, new URLSearchParams({ ...right, iss }));
  expect(take(declared.issuer, declared).get('code')).toBe('c');
  expect(take('https://acme.market.example/realm').get('code')).toBe('c');
  expect(refusal({ ...right, iss: 'https://login.market.example/two' }, declared).reason).toBe('not_genuine');
  expect(refusal({ ...right, iss: 'https://acme.market.example' }, declared).reason).toBe('not_genuine');
  expect(refusal({ ...right, iss: 'https://acme.market.example.evil.example' }).reason).toBe('not_genuine');
});

it('gives the words of a refusal as plain text', () => {
  const words = `no\u0000 <b>\u202e${'x'.repeat(400)} the-secret`;
  const { reason, said = '' } = refusal({ state: 'the-state', error: 'access_denied', error_description: words });
  expect(reason).toBe('denied');
  expect(said).toMatch(/^access_denied: no {2}<b> x+…$/);
  expect(said).toHaveLength(300);
  const leaking = { state: 'the-state', error: 'bad', error_description: 'the-secret is wrong' };
  expect(refusal(leaking).said).toBe('bad: *** is wrong');
  expect(refusal({ error: 'access_denied' }).reason).toBe('not_genuine');
});

it('checks the signature of a vendor that signs', () => {
  const signature = { parameter: 'hmac' };
  const signed = { ...right, shop: 'acme.market.example', timestamp: '1' };
  const text = 'code=c&shop=acme.market.example&state=the-state&timestamp=1';
  const hmac = createHmac('sha256', 'the-secret').update(text).digest('hex');
  const target = fixtureTarget({ signature });
  expect(readResponse(target, attempt, new URLSearchParams({ hmac, ...signed })).get('code')).toBe('c');
  for (const response of [
    signed,
    { ...signed, hmac: '' },
    { ...signed, hmac: hmac.slice(2) },
    { ...signed, hmac, shop: 'evil.market.example' },
    { ...signed, hmac, more: '1' },
    { ...signed, hmac: createHmac('sha256', 'other').update(text).digest('hex') },
  ]) {
    expect(refusal(response as Record<string, string>, { signature }).reason).toBe('not_genuine');
  }
});
