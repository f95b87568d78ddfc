import { describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf } from '../test/gateway-errors.ts';
import { contentOf, openGateway, type TestGateway } from '../test/test-gateway.ts';
import { notebook, startVendor, type VendorRequest, type VendorResponse } from '../test/test-vendor.ts';
import { checkDraft } from './connection.ts';

const get = { entity: 'notes', action: 'get', params: { id: 'a' } };
const oauth = {
  authentication: 'oauth',
  credentials: { access_token: 'stale', refresh_token: 'refresh-1', client_id: 'app', client_secret: 'secret' },
};

/** A vendor whose API accepts one token, and whose token endpoint responds with `renewed`. */
const accepting =
  (token: string, renewed: VendorResponse) =>
  (request: VendorRequest): VendorResponse => {
    if (request.url === '/token') return renewed;
    return request.headers.authorization === `Bearer ${token}` ? { body: { id: 'a' } } : { status: 401, body: {} };
  };

async function stored({ controlPlane, workspace, connection }: TestGateway): Promise<Readonly<Record<string, string>>> {
  const used = await controlPlane.connections.used(workspace.id, connection.id, { fresh: true });
  return Object.fromEntries(
    Object.entries(used?.credentials.values ?? {}).map(([name, secret]) => [name, secret.reveal()]),
  );
}

const renewals = ({ vendor }: TestGateway) => vendor.received.filter(({ url }) => url === '/token');

describe('a token that expired', () => {
  it('is renewed once for all calls, stored, and used by later calls', async () => {
    const gateway = await openGateway({}, oauth);
    gateway.vendor.response(
      accepting('new', { body: { access_token: 'new', refresh_token: 'refresh-2', expires_in: 3600 } }),
    );
    const principal = await gateway.principal();
    const results = await Promise.all(Array.from({ length: 10 }, () => gateway.execute(get, { principal })));
    for (const result of results) expect(contentOf(result).data).toEqual({ id: 'a' });
    await gateway.execute(get, { principal });
    expect(renewals(gateway)).toHaveLength(1);
    expect(await stored(gateway)).toMatchObject({
      access_token: 'new',
      refresh_token: 'refresh-2',
      client_id: 'app',
      client_secret: 'secret',
    });
    expect(gateway.vendor.received.at(-1)?.headers.authorization).toBe('Bearer new');
  });

  it('that cannot be renewed makes the connection need a new authorization', async () => {
    const gateway = await openGateway({}, oauth);
    const { vendor, controlPlane, workspace, connection } = gateway;
    vendor.response(accepting('new', { status: 400, body: { error: 'invalid_grant' } }));
    expect(await gatewayErrorOf(gateway.execute(get))).toMatchObject({ code: 'reauthorization_required', status: 424 });
    expect(await controlPlane.connections.get(workspace.id, connection.id)).toMatchObject({
      state: 'reauthorization_required',
      stateReason: 'the vendor rejected the token renewal (400)',
    });
    expect((await stored(gateway)).refresh_token).toBe('refresh-1');
  });

  it('does not overwrite credentials the owner replaced meanwhile', async () => {
    const gateway = await openGateway({}, oauth);
    const { vendor, controlPlane, workspace, connection } = gateway;
    const gate = Promise.withResolvers<void>();
    const renewed = { body: { access_token: 'new', refresh_token: 'refresh-2' }, wait: gate.promise };
    vendor.response(accepting('new', renewed));
    const running = gateway.execute(get);
    await vi.waitFor(() => expect(renewals(gateway)).toHaveLength(1));
    const theirs = { access_token: 'of-another-account', refresh_token: 'refresh-of-another-account' };
    await controlPlane.connections.updateCredentials(workspace.id, connection.id, { credentials: theirs });
    gate.resolve();
    await running;
    expect(await stored(gateway)).toEqual(theirs);
  });

  it('of a connection that is deleted meanwhile is not renewed', async () => {
    const gateway = await openGateway({}, oauth);
    const { vendor, controlPlane, workspace, connection } = gateway;
    const gate = Promise.withResolvers<void>();
    vendor.response(() => ({ status: 401, body: {}, wait: gate.promise }));
    const running = gatewayErrorOf(gateway.execute(get));
    await vi.waitFor(() => expect(vendor.received).toHaveLength(1));
    await controlPlane.connections.delete(workspace.id, connection.id);
    gate.resolve();
    expect((await running).code).toBe('connector_not_found');
    expect(renewals(gateway)).toEqual([]);
  });
});

describe('a connection that is moved while a token of it is renewed', () => {
  const theirs = {
    access_token: 'theirs',
    refresh_token: 'refresh-theirs',
    client_id: 'app',
    client_secret: 'secret-theirs',
  };

  it('shows nothing of its new credentials to the place it left', async () => {
    const gateway = await openGateway({}, oauth);
    const { vendor, controlPlane, workspace, connection } = gateway;
    const gate = Promise.withResolvers<void>();
    vendor.response(() => ({ status: 401, body: {}, wait: gate.promise }));
    const running = gatewayErrorOf(gateway.execute(get));
    await vi.waitFor(() => expect(vendor.received).toHaveLength(1));
    const settings = { base_url: 'https://elsewhere.example' };
    await controlPlane.connections.change(workspace.id, connection.id, { settings, credentials: theirs });
    gate.resolve();
    expect((await running).code).toBe('conflict');
    expect(vendor.received).toHaveLength(1);
    expect(JSON.stringify(vendor.received)).not.toContain('theirs');
  });

  it('gets nothing that was renewed for the place it left', async () => {
    const gateway = await openGateway({}, oauth);
    const { vendor, controlPlane, workspace, connection } = gateway;
    const remote = await startVendor({ body: { id: 'a' } });
    const gate = Promise.withResolvers<void>();
    vendor.response(accepting('victim', { body: { access_token: 'victim', expires_in: 3600 }, wait: gate.promise }));
    const before = gateway.execute(get);
    await vi.waitFor(() => expect(renewals(gateway)).toHaveLength(1));
    const { access_token: _none, ...own } = theirs;
    const settings = { base_url: remote.origin };
    await controlPlane.connections.change(workspace.id, connection.id, { settings, credentials: own });
    const after = gatewayErrorOf(gateway.execute(get));
    // The lease of the renewal that is running keeps the second one waiting.
    gate.resolve();
    await before;
    await after;
    expect(JSON.stringify(remote.received)).not.toMatch(/victim|refresh-1|"secret"/);
  });
});

describe('a view', () => {
  it('follows changes of settings and credentials at once', async () => {
    const gateway = await openGateway({ body: { id: 'a' } });
    const { vendor, controlPlane, workspace, connection } = gateway;
    await gateway.execute(get);
    const settings = { base_url: `${vendor.origin}/moved` };
    await controlPlane.connections.change(workspace.id, connection.id, { settings });
    await gateway.execute(get);
    await controlPlane.connections.updateCredentials(workspace.id, connection.id, {
      credentials: { api_key: 'second' },
    });
    await gateway.execute(get);
    expect(vendor.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/notes/a', 'Bearer key-of-the-account'],
      ['/moved/notes/a', 'Bearer key-of-the-account'],
      ['/moved/notes/a', 'Bearer second'],
    ]);
  });
});

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
    expect(await checkDraft(upstream, draftOf(vendor.origin, credentials))).toEqual({ credentials, account: null });
    expect(vendor.received).toMatchObject([{ url: '/notes?limit=1', headers: { authorization: 'Bearer k' } }]);
  });

  it('fails as the call does', async () => {
    const { upstream, vendor } = await openGateway({ status: 401, body: { message: 'unknown key' } });
    const error = await gatewayErrorOf(checkDraft(upstream, draftOf(vendor.origin, { api_key: 'k-canary' })));
    expect(error).toMatchObject({ code: 'credential_rejected', upstream: { status: 401, message: 'unknown key' } });
  });

  it('gives renewed tokens back', async () => {
    const { upstream, vendor } = await openGateway();
    vendor.response(({ url }) =>
      url === '/token' ? { body: { access_token: 'new', refresh_token: 'refresh-2' } } : { body: { data: [] } },
    );
    const given = { refresh_token: 'refresh-1', client_id: 'app', client_secret: 'secret' };
    expect(await checkDraft(upstream, draftOf(vendor.origin, given, 'oauth'))).toMatchObject({
      credentials: { ...given, access_token: 'new', refresh_token: 'refresh-2' },
    });
  });

  it('keeps the tokens of drafts that are checked at the same time apart', async () => {
    const { upstream, vendor } = await openGateway();
    vendor.response(({ url, body }) => {
      const given = new URLSearchParams(body).get('refresh_token');
      return url === '/token' ? { body: { access_token: `access-of-${given}` } } : { body: { data: [] } };
    });
    const owners = ['ada', 'bob', 'cyd'];
    const checked = await Promise.all(
      owners.map((owner) => checkDraft(upstream, draftOf(vendor.origin, { refresh_token: owner }, 'oauth'))),
    );
    expect(checked.map(({ credentials }) => credentials.access_token)).toEqual(
      owners.map((owner) => `access-of-${owner}`),
    );
  });

  it('does not hold one draft back for the rate limit of another', async () => {
    const { upstream, vendor } = await openGateway({ status: 429, headers: { 'retry-after': '60' }, body: {} });
    expect((await gatewayErrorOf(checkDraft(upstream, draftOf(vendor.origin, { api_key: 'a' })))).code).toBe(
      'upstream_rate_limited',
    );
    vendor.response(() => ({ body: { data: [] } }));
    await checkDraft(upstream, draftOf(vendor.origin, { api_key: 'b' }));
    expect(vendor.received).toHaveLength(2);
  });
});
