import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf } from '../../test/gateway-errors.ts';
import { openGateway, type TestGateway } from '../../test/test-gateway.ts';
import { notebook, type VendorResponse } from '../../test/test-vendor.ts';
import { StoredConnection } from './stored-connections.ts';
import { type SyncObservation, UpstreamSource } from './upstream-source.ts';

const [notes] = notebook.entities;

async function openSource(first?: VendorResponse) {
  const gateway = await openGateway(first);
  const { controlPlane, upstream } = gateway;
  const seen: SyncObservation[] = [];
  const source = new UpstreamSource({ controlPlane, upstream, observe: (page) => seen.push(page) });
  const connection = new StoredConnection(gateway.connection, notebook);
  const read = (action: DirectActionName, params: object, signal = new AbortController().signal) => {
    if (notes === undefined) throw new Error('there are no notes');
    return source.readPage({ connection, entity: notes, action, params: { ...params }, signal });
  };
  return { ...gateway, source, read, seen };
}

const stateOf = ({ controlPlane, connection }: Pick<TestGateway, 'controlPlane' | 'connection'>) =>
  controlPlane.connections.get(connection.workspaceId, connection.id);

describe('a page', () => {
  it('has the records of a list and the way to the next page', async () => {
    const { read, vendor, seen } = await openSource({ body: { data: [{ id: 'a' }, { id: 'b' }], next: 'c2' } });
    expect(await read('list', { limit: 50, cursor: 'c1' })).toEqual({
      records: [{ id: 'a' }, { id: 'b' }],
      nextParams: { cursor: 'c2' },
    });
    expect(vendor.received.map(({ url }) => url)).toEqual(['/notes?cursor=c1&limit=50']);
    expect(seen).toEqual([{ connector: 'notebook', entity: 'notes', records: 2, code: null }]);
  });

  it('is incomplete where the upstream left a record out', async () => {
    const { read, upstream } = await openSource();
    vi.spyOn(upstream, 'records').mockResolvedValue({
      json: Buffer.from('[{"id":"a"}]'),
      count: 1,
      meta: {},
      nextParams: null,
      status: 200,
      incomplete: true,
    });
    expect(await read('list', { limit: 50 })).toEqual({ records: [{ id: 'a' }], nextParams: null, incomplete: true });
  });

  it('shows that the upstream returns no more of a longer list', async () => {
    const { read, upstream } = await openSource();
    const page = { json: Buffer.from('[]'), count: 0, meta: {}, nextParams: null, status: 200, cappedAt: 1000 };
    vi.spyOn(upstream, 'records').mockResolvedValue(page);
    expect(await read('list', { limit: 50 })).toEqual({ records: [], nextParams: null, cappedAt: 1000 });
  });

  it('has the one record of a get', async () => {
    const { read } = await openSource({ body: { id: 'a' } });
    expect(await read('get', { id: 'a' })).toEqual({ records: [{ id: 'a' }], nextParams: null });
  });

  it('is asked for with parameters the action takes, or not at all', async () => {
    const { read, vendor } = await openSource();
    expect(await gatewayErrorOf(read('list', { limit: 1000 }))).toMatchObject({
      code: 'invalid_params',
      errors: [{ field: '/params/limit' }],
    });
    expect(vendor.received).toEqual([]);
  });

  it('may be asked for with what is sync-only', async () => {
    const { read, vendor } = await openSource();
    await read('list', { limit: 50, archived: true });
    expect(vendor.received.map(({ url }) => url)).toEqual(['/notes?limit=50&archived=true']);
    expect((await gatewayErrorOf(read('list', { archived: 'yes' }))).code).toBe('invalid_params');
  });

  it('is read with the credentials that are stored then', async () => {
    const { read, vendor, controlPlane, connection } = await openSource();
    await read('list', {});
    await controlPlane.connections.updateCredentials(connection.workspaceId, connection.id, {
      credentials: { api_key: 'new-key' },
    });
    await read('list', {});
    expect(vendor.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer key-of-the-account',
      'Bearer new-key',
    ]);
  });

  it('of a connection that was deleted is none', async () => {
    const { read, vendor, controlPlane, connection } = await openSource();
    await controlPlane.connections.delete(connection.workspaceId, connection.id);
    expect((await gatewayErrorOf(read('list', {}))).code).toBe('connector_not_found');
    expect(vendor.received).toEqual([]);
  });
});

describe('what reading shows of a connection is noted in its state', () => {
  it('when the credentials are refused', async () => {
    const gateway = await openSource({ status: 401, body: { message: 'no' } });
    expect((await gatewayErrorOf(gateway.read('list', {}))).code).toBe('credential_rejected');
    await vi.waitFor(async () => expect((await stateOf(gateway))?.state).toBe('reauthorization_required'));
    expect(gateway.seen).toEqual([{ connector: 'notebook', entity: 'notes', records: 0, code: 'credential_rejected' }]);
  });

  it('when the upstream fails, and when it works again', async () => {
    const gateway = await openSource({ status: 500, body: {} });
    expect((await gatewayErrorOf(gateway.read('list', {}))).code).toBe('upstream_unavailable');
    await vi.waitFor(async () => expect((await stateOf(gateway))?.state).toBe('degraded'));
    gateway.vendor.response(() => ({ body: { data: [] } }));
    await gateway.read('list', {});
    await vi.waitFor(async () => expect((await stateOf(gateway))?.state).toBe('active'));
  });
});

describe('a page that is being read', () => {
  const never = new Promise(() => undefined);

  it('is broken off when nobody wants it any more', async () => {
    const { read, vendor, seen } = await openSource({ wait: never });
    const unwanted = new AbortController();
    const page = read('list', {}, unwanted.signal);
    await vi.waitFor(() => expect(vendor.received).toHaveLength(1));
    unwanted.abort();
    await expect(page).rejects.toThrow();
    expect(seen).toEqual([]);
  });

  it('fails as its reader says when it takes too long, as a page that the upstream did not respond to', async () => {
    const gateway = await openSource({ wait: never });
    const late = new AbortController();
    const page = gateway.read('list', {}, late.signal);
    await vi.waitFor(() => expect(gateway.vendor.received).toHaveLength(1));
    late.abort(new GatewayError('upstream_timeout', 'Too late.'));
    expect(await gatewayErrorOf(page)).toMatchObject({ code: 'upstream_timeout', message: 'Too late.' });
    expect(gateway.seen).toMatchObject([{ code: 'upstream_timeout' }]);
  });

  it('is broken off when the process shuts down, and so are those that come after it', async () => {
    const gateway = await openSource({ wait: never });
    const page = gateway.read('list', {});
    await vi.waitFor(() => expect(gateway.vendor.received).toHaveLength(1));
    gateway.source.close();
    expect((await gatewayErrorOf(page)).code).toBe('shutting_down');
    expect((await gatewayErrorOf(gateway.read('list', {}))).code).toBe('shutting_down');
    expect((await stateOf(gateway))?.state).toBe('active');
  });
});
