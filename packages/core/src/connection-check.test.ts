import { describe, expect, it } from 'vitest';
import { gatewayErrorOf } from '../test/gateway-errors.ts';
import { openGateway } from '../test/test-gateway.ts';
import { notebook } from '../test/test-vendor.ts';
import { checkDraft } from './connection-check.ts';

const draftOf = (origin: string, credentials: Readonly<Record<string, string>>, authentication = 'key') => ({
  connector: notebook,
  settings: { base_url: origin },
  authentication,
  credentials,
  workspaceId: 'workspace',
});

describe('checkDraft', () => {
  it('reads with the credentials, and gives them back to be stored', async () => {
    const { upstream, vendor } = await openGateway();
    const credentials = { api_key: 'k' };
    expect(await checkDraft(upstream, draftOf(vendor.origin, credentials))).toEqual(credentials);
    expect(vendor.received).toMatchObject([{ url: '/notes?limit=1', headers: { authorization: 'Bearer k' } }]);
  });

  it('fails as the call does', async () => {
    const { upstream, vendor } = await openGateway({ status: 401, body: { message: 'unknown key' } });
    const error = await gatewayErrorOf(checkDraft(upstream, draftOf(vendor.origin, { api_key: 'k-canary' })));
    expect(error).toMatchObject({ code: 'credential_rejected', upstream: { status: 401, message: 'unknown key' } });
  });

  it('gives renewed tokens back', async () => {
    const { upstream, vendor } = await openGateway();
    vendor.answer(({ url }) =>
      url === '/token' ? { body: { access_token: 'new', refresh_token: 'refresh-2' } } : { body: { data: [] } },
    );
    const given = { refresh_token: 'refresh-1', client_id: 'app', client_secret: 'secret' };
    expect(await checkDraft(upstream, draftOf(vendor.origin, given, 'oauth'))).toMatchObject({
      ...given,
      access_token: 'new',
      refresh_token: 'refresh-2',
    });
  });

  it('keeps the tokens of drafts that are checked at the same time apart', async () => {
    const { upstream, vendor } = await openGateway();
    vendor.answer(({ url, body }) => {
      const given = new URLSearchParams(body).get('refresh_token');
      return url === '/token' ? { body: { access_token: `access-of-${given}` } } : { body: { data: [] } };
    });
    const owners = ['ada', 'bob', 'cyd'];
    const checked = await Promise.all(
      owners.map((owner) => checkDraft(upstream, draftOf(vendor.origin, { refresh_token: owner }, 'oauth'))),
    );
    expect(checked.map((credentials) => credentials.access_token)).toEqual(owners.map((owner) => `access-of-${owner}`));
  });

  it('does not hold one draft back for the rate limit of another', async () => {
    const { upstream, vendor } = await openGateway({ status: 429, headers: { 'retry-after': '60' }, body: {} });
    expect((await gatewayErrorOf(checkDraft(upstream, draftOf(vendor.origin, { api_key: 'a' })))).code).toBe(
      'upstream_rate_limited',
    );
    vendor.answer(() => ({ body: { data: [] } }));
    await checkDraft(upstream, draftOf(vendor.origin, { api_key: 'b' }));
    expect(vendor.received).toHaveLength(2);
  });
});
