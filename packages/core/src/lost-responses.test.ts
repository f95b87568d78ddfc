import { describe, expect, it, vi } from 'vitest';
import { gatewayErrorOf } from '../test/gateway-errors.ts';
import { contentOf, openGateway, type TestGateway } from '../test/test-gateway.ts';
import type { VendorResponse } from '../test/test-vendor.ts';

interface Problem {
  readonly what: string;
  readonly response: VendorResponse;
  /** Fields to choose of the written record. */
  readonly select?: readonly string[];
  readonly unforeseen?: true;
}

/** What can happen to the response of a write that was carried out. */
const problems: readonly Problem[] = [
  { what: 'success with null', response: { status: 201, body: 'null' } },
  { what: 'success with a list', response: { status: 201, body: '[]' } },
  { what: 'success with a page', response: { body: '<html>done</html>' } },
  { what: 'success that breaks off', response: { body: '{"id":"n"' } },
  { what: 'success whose record cannot be read', response: { body: '{"id":"n","x":NaN}' }, select: ['x.y'] },
  { what: 'success in an unknown encoding', response: { body: 'n', headers: { 'content-encoding': 'zstd-9' } } },
  { what: 'a failure afterwards', response: { status: 500, body: {} } },
  { what: 'a gateway in between that gave up', response: { status: 504, body: {} } },
  { what: 'a time-out', response: { status: 408, body: {} } },
  { what: 'a redirect to the result', response: { status: 303, headers: { location: '/notes/n' } } },
  { what: 'nothing', response: { reset: true } },
  { what: 'an error of this gateway', response: { body: { id: 'n' } }, unforeseen: true },
];

const vendors = [
  { vendor: 'without keys', knowsKeys: false, create: { entity: 'notes', action: 'create', params: { text: 'x' } } },
  { vendor: 'with keys', knowsKeys: true, create: { entity: 'people', action: 'create', params: { name: 'Ada' } } },
] as const;
const callers = [
  { caller: 'without a key', request: {} },
  { caller: 'with a key', request: { idempotencyKey: 'key-1' } },
] as const;
const cases = problems.flatMap((problem) =>
  vendors.flatMap((vendor) => callers.map((caller) => ({ ...problem, ...vendor, ...caller }))),
);

/** How often a vendor carried a write out: requests with the same key count once. */
function effects({ vendor: { received } }: TestGateway): number {
  const keys = received.map(({ headers }, index) => headers['x-once'] ?? index);
  return new Set(keys).size;
}

describe('a write that may have happened is told as such', () => {
  it.each(cases)('$what, at a vendor $vendor, $caller', async (one) => {
    const gateway = await openGateway(one.response);
    const { execute, upstream, audit } = gateway;
    if (one.unforeseen) {
      const record = upstream.record.bind(upstream);
      vi.spyOn(upstream, 'record').mockImplementation(async (call) => {
        await record(call);
        throw new TypeError('nobody foresaw this');
      });
    }
    const create = { ...one.create, ...(one.select !== undefined && { select_fields: one.select }) };
    const first = await gatewayErrorOf(execute(create, one.request));
    const isKeyed = 'idempotencyKey' in one.request;
    expect(first).toMatchObject({ outcome: 'unknown', retryable: isKeyed && one.knowsKeys && one.unforeseen !== true });
    expect(first.code).not.toContain('not_found');
    if (isKeyed) {
      for (let turn = 0; turn < 4; turn++) {
        expect(await gatewayErrorOf(execute(create, one.request))).toMatchObject({ outcome: 'unknown' });
      }
      const other = { ...create, params: { ...create.params, [one.knowsKeys ? 'name' : 'text']: 'other' } };
      expect(await gatewayErrorOf(execute(other, one.request))).toMatchObject({ code: 'idempotency_conflict' });
    }
    expect(effects(gateway)).toBe(1);
    const entries = await audit();
    expect(entries).toHaveLength(isKeyed ? 6 : 1);
    expect(entries.map(({ state }) => state)).toEqual(entries.map(() => 'finished'));
    expect(entries[0]).toMatchObject({ outcome: first.status, errorCode: first.code });
  });
});

describe('the repeat of a write that may have happened', () => {
  const create = { entity: 'people', action: 'create', params: { name: 'Ada' } };
  const withKey = { idempotencyKey: 'key-1' };

  it.each([404, 410, 409, 422, 400])(
    'that is responded to with %i does not say that nothing happened',
    async (status) => {
      const { execute, vendor } = await openGateway({ reset: true });
      expect(await gatewayErrorOf(execute(create, withKey))).toMatchObject({ outcome: 'unknown', retryable: true });
      vendor.response(() => ({ status, body: {} }));
      const refused = await gatewayErrorOf(execute(create, withKey));
      expect(refused).toMatchObject({ code: 'upstream_unavailable', outcome: 'unknown', retryable: false });
      const kept = await gatewayErrorOf(execute(create, withKey));
      expect(kept).toMatchObject({ code: 'idempotency_conflict', outcome: 'unknown', retryable: false });
    },
  );

  it('that is held back may be sent again', async () => {
    const { execute, vendor, controlPlane } = await openGateway({ reset: true });
    await gatewayErrorOf(execute(create, withKey));
    vi.spyOn(controlPlane.audit, 'begin').mockRejectedValueOnce(new Error('disk full'));
    expect(await gatewayErrorOf(execute(create, withKey))).toMatchObject({ code: 'database_unavailable' });
    vendor.response(() => ({ status: 409, body: {} }));
    expect(await gatewayErrorOf(execute(create, withKey))).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a write that happened is answered', () => {
  const create = { entity: 'notes', action: 'create', params: { text: 'x' } };

  it('also without a body', async () => {
    const { execute } = await openGateway({ status: 204, body: '' });
    expect(contentOf(await execute(create)).data).toEqual({});
  });

  it.each(['audit', 'idempotency'])(
    'also when the table %s fails meanwhile, which is told and made up for',
    async (table) => {
      const gate = Promise.withResolvers<void>();
      const { execute, vendor, database, errors, controlPlane, audit } = await openGateway({
        body: { id: 'n' },
        wait: gate.promise,
      });
      const running = execute(create, { idempotencyKey: 'key-1' });
      await vi.waitFor(() => expect(vendor.received).toHaveLength(1));
      await database.tables().schema.alterTable(table).renameTo('away').execute();
      gate.resolve();
      expect(contentOf(await running).data).toEqual({ id: 'n' });
      expect(errors.length).toBeGreaterThan(0);
      if (table === 'audit') expect(controlPlane.audit.failures).toBeGreaterThan(0);
      await database.tables().schema.alterTable('away').renameTo(table).execute();
      expect(contentOf(await execute(create, { idempotencyKey: 'key-1' })).meta).toEqual({ idempotent_replay: true });
      expect(await audit()).toMatchObject([
        { state: 'finished', outcome: 200 },
        { state: 'finished', outcome: 200 },
      ]);
      expect(vendor.received).toHaveLength(1);
    },
  );
});

it('a write whose key cannot be stored does not leave', async () => {
  const { execute, vendor, database } = await openGateway({ body: { id: 'n' } });
  const create = { entity: 'notes', action: 'create', params: { text: 'x' } };
  await database.tables().schema.alterTable('idempotency').renameTo('away').execute();
  const error = await gatewayErrorOf(execute(create, { idempotencyKey: 'key-1' }));
  expect(error).toMatchObject({ code: 'database_unavailable', retryable: true, outcome: undefined });
  expect(vendor.received).toEqual([]);
});
