import { describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf } from '../test/gateway-errors.ts';
import { contentOf, openGateway } from '../test/test-gateway.ts';

const create = { entity: 'notes', action: 'create', params: { text: 'x' } };
const addPerson = { entity: 'people', action: 'create', params: { name: 'Ada' } };
const withKey = { idempotencyKey: 'key-1' };

describe('a write under an Idempotency-Key', () => {
  it('is carried out once, and replayed word for word', async () => {
    const { execute, vendor, audit } = await openGateway({ body: '{"id":"n", "n":1.0}' });
    const first = contentOf(await execute(create, withKey));
    vendor.response(() => ({ body: { id: 'another' } }));
    const again = await execute(create, withKey);
    expect(contentOf(again)).toEqual({ data: first.data, meta: { idempotent_replay: true } });
    expect(again.kind === 'record' && again.json.toString()).toBe('{"id":"n", "n":1.0}');
    expect(vendor.received).toHaveLength(1);
    expect((await audit()).map(({ outcome, upstreamStatus }) => [outcome, upstreamStatus])).toEqual([
      [200, 200],
      [200, null],
    ]);
  });

  it.each([
    { params: { text: 'y' } },
    { action: 'delete', params: { id: 'x' } },
    { select_fields: ['id'] },
    { entity: 'people', params: { name: 'x' } },
  ])('conflicts with another request under the same key: %j', async (changes) => {
    const { execute, vendor } = await openGateway({ body: { id: 'n' } });
    await execute(create, withKey);
    const error = await gatewayErrorOf(execute({ ...create, ...changes }, withKey));
    expect(error).toMatchObject({ code: 'idempotency_conflict', status: 409, retryable: false });
    expect(vendor.received).toHaveLength(1);
  });

  it('conflicts with itself while it runs, and may be repeated then', async () => {
    const gate = Promise.withResolvers<void>();
    const { execute, vendor } = await openGateway({ body: { id: 'n' }, wait: gate.promise });
    const running = execute(create, withKey);
    await vi.waitFor(() => expect(vendor.received).toHaveLength(1));
    expect(await gatewayErrorOf(execute(create, withKey))).toMatchObject({
      code: 'idempotency_conflict',
      retryable: true,
      retryAfterSeconds: 1,
    });
    gate.resolve();
    await running;
    expect(contentOf(await execute(create, withKey)).meta).toEqual({ idempotent_replay: true });
    expect(vendor.received).toHaveLength(1);
  });

  it('whose outcome is unknown does not repeat what the vendor said under a policy that hides data', async () => {
    const { execute } = await openGateway({ status: 500, body: { message: 'failed for ada@example.com' } });
    const policy = { fields: [{ drop: ['text'] }] };
    for (let times = 0; times < 2; times++) {
      const error = await gatewayErrorOf(execute(create, withKey, policy));
      expect(error.outcome).toBe('unknown');
      expect(error.message).not.toContain('ada');
    }
  });

  it('keeps its key when nobody knows whether it was carried out', async () => {
    const { execute, vendor } = await openGateway({ reset: true });
    expect(await gatewayErrorOf(execute(create, withKey))).toMatchObject({ outcome: 'unknown', retryable: false });
    vendor.response(() => ({ body: { id: 'n' } }));
    const error = await gatewayErrorOf(execute(create, withKey));
    expect(error).toMatchObject({ code: 'idempotency_conflict', outcome: 'unknown', retryable: false });
    expect(error.message).toContain('ended with an unknown outcome');
    expect(vendor.received).toHaveLength(1);
    await execute(create, { idempotencyKey: 'key-2' });
    expect(vendor.received).toHaveLength(2);
  });

  it('keeps its key after an unforeseen failure, which may have come after the write', async () => {
    const { execute, upstream, vendor } = await openGateway({ body: { id: 'n' } });
    vi.spyOn(upstream, 'record').mockRejectedValueOnce(new TypeError('canary'));
    expect((await gatewayErrorOf(execute(create, withKey))).code).toBe('internal');
    const error = await gatewayErrorOf(execute(create, withKey));
    expect(error.code).toBe('idempotency_conflict');
    expect(error.message).not.toContain('canary');
    expect(vendor.received).toEqual([]);
  });

  it.each([
    [422, 'upstream_rejected'],
    [429, 'upstream_rate_limited'],
    [401, 'credential_rejected'],
  ])('frees its key after a refusal with %i', async (status, code) => {
    const { execute, vendor, connection, controlPlane, workspace } = await openGateway({ status, body: {} });
    expect((await gatewayErrorOf(execute(create, withKey))).code).toBe(code);
    const attempt = await controlPlane.idempotency.begin(workspace.id, connection.id, 'key-1', 'anything else');
    expect(attempt.state).toBe('new');
    expect(vendor.received).toHaveLength(1);
  });

  it('goes through once the refusal is no more', async () => {
    const { execute, vendor } = await openGateway({ status: 422, body: {} });
    await gatewayErrorOf(execute(create, withKey));
    vendor.response(() => ({ body: { id: 'n' } }));
    expect(contentOf(await execute(create, withKey))).toEqual({ data: { id: 'n' }, meta: {} });
  });

  it('may be repeated under the same key where the vendor knows it, with one vendor key throughout', async () => {
    const { execute, vendor } = await openGateway({ status: 500, body: {} });
    const error = await gatewayErrorOf(execute(addPerson, withKey));
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: true });
    vendor.response(() => ({ body: { id: 'p' } }));
    expect(contentOf(await execute(addPerson, withKey)).data).toEqual({ id: 'p' });
    const keys = vendor.received.map(({ headers }) => headers['x-once']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys)).toHaveLength(1);
    expect(keys[0]).not.toContain('key-1');
  });

  it('has a key of its own on every connection', async () => {
    const { execute, vendor, addConnection } = await openGateway({ body: { id: 'n' } });
    const other = await addConnection({ name: 'other' });
    await execute(create, withKey);
    expect(contentOf(await execute(create, { ...withKey, connectionId: other.id })).meta).toEqual({});
    expect(vendor.received).toHaveLength(2);
  });

  it.each(['', 'é', 'x'.repeat(256), 'line\nbreak'])('needs a key of printable ASCII: %j', async (idempotencyKey) => {
    const { execute, vendor } = await openGateway({ body: { id: 'n' } });
    expect((await gatewayErrorOf(execute(create, { idempotencyKey }))).code).toBe('malformed_request');
    expect(vendor.received).toEqual([]);
  });
});

describe('other calls', () => {
  it('take no notice of a key: reads and dry runs', async () => {
    const { execute, vendor } = await openGateway({ body: { data: [], id: 'n' } });
    await execute({ entity: 'notes', action: 'list' }, withKey);
    await execute({ ...create, dry_run: true }, withKey);
    expect(contentOf(await execute(create, withKey)).meta).toEqual({});
    expect(vendor.received).toHaveLength(2);
  });
});
