import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, ConnectoryError, createClient, WaitsForApproval } from '../src/index.ts';
import { type FixtureGateway, startFixtureGateway } from './fixture-gateway.ts';

let gateway: FixtureGateway;
let client: Client;
const ids = new Map<string, string>();
const ledger = () => client.connector(ids.get('ledger') ?? '');
const helpCentre = () => client.connector(ids.get('help-centre') ?? '');

beforeAll(async () => {
  gateway = await startFixtureGateway(['ledger', 'help-centre']);
  client = createClient(gateway);
  for await (const { name, id } of client.connectorInstances('demo')) ids.set(name, id);
});

afterAll(() => gateway?.stop());

const failureOf = (call: Promise<unknown>): Promise<ConnectoryError> =>
  call.then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(ConnectoryError);
      return error as ConnectoryError;
    },
  );

describe('execute', () => {
  it('lists, gets and creates', async () => {
    const { data, meta } = await ledger().execute('customers', 'list', { limit: 3 });
    expect(data).toHaveLength(3);
    expect(meta.next_params).toEqual({ starting_after: data[2]?.id });
    const [first] = data;
    expect(await ledger().execute('customers', 'get', { id: first?.id })).toMatchObject({ data: first });
    const created = await ledger().execute('customers', 'create', { name: 'Ada Marsh', email: 'ada@example.org' });
    expect(created.data).toMatchObject({ name: 'Ada Marsh', email: 'ada@example.org' });
  });

  it('returns the chosen fields only', async () => {
    const { data } = await ledger().execute('customers', 'list', { limit: 1 }, { select_fields: ['id', 'name'] });
    expect(Object.keys(data[0] ?? {})).toEqual(['id', 'name']);
  });

  it('shows the request of a dry run', async () => {
    const preview = await ledger().execute('customers', 'create', { name: 'Ada' }, { dry_run: true, intent: 'test' });
    expect(preview.data.requests).toMatchObject([{ method: 'POST', body: 'name=Ada' }]);
  });

  it('makes a write once for one key', async () => {
    const key = { idempotency_key: crypto.randomUUID() };
    const first = await ledger().execute('customers', 'create', { name: 'Once' }, key);
    const second = await ledger().execute('customers', 'create', { name: 'Once' }, key);
    expect(second.data.id).toBe(first.data.id);
    expect(second.meta.idempotent_replay).toBe(true);
  });
});

describe('a write that waits for approval', () => {
  it('is thrown with what it waits for, because its result is not there yet', async () => {
    const { tokens, heldWrites } = client.workspace('demo');
    const { token } = await tokens.create({ name: 'held', policy: { hold: { effects: ['write', 'outward'] } } });
    const asking = createClient({ url: gateway.url, token });
    const call = asking.connector(ids.get('ledger') ?? '').execute('customers', 'create', { name: 'Waits' });
    const error = await failureOf(call);
    if (!(error instanceof WaitsForApproval)) throw error;
    const { id } = error.held;
    const own = asking.workspace('demo').heldWrites;
    expect(await Array.fromAsync(own.list('held'))).toMatchObject([{ id, entity: 'customers' }]);
    const { preview_hash: hash } = await own.get(id);
    expect(await failureOf(own.approve(id, hash))).toMatchObject({ code: 'forbidden' });
    expect(await own.refuse(id, 'Not needed any more.')).toMatchObject({ state: 'refused' });
    expect(await failureOf(heldWrites.get(id))).toMatchObject({ code: 'not_found' });
  });
});

describe('batch', () => {
  it('runs many calls at once, and says of each one how it ended', async () => {
    const calls = ['Ada', 'Ben'].map((name) => ({ entity: 'customers', action: 'create', params: { name } }) as const);
    const { data, meta } = await ledger().batch([
      ...calls,
      { entity: 'customers', action: 'get', params: { id: 'none' } },
    ]);
    expect(data).toMatchObject([
      { index: 0, status: 'succeeded', result: { data: { name: 'Ada' } } },
      { index: 1, status: 'succeeded', result: { data: { name: 'Ben' } } },
      { index: 2, status: 'failed', error: { code: 'record_not_found' } },
    ]);
    expect(meta).toEqual({ complete: false, succeeded: 2, failed: 1, unknown: 0, not_run: 0 });
  });

  it('throws if a call is invalid, because nothing was sent then', async () => {
    const failure = await failureOf(ledger().batch([{ entity: 'customer', action: 'list' }]));
    expect(failure).toMatchObject({ code: 'invalid_params', problem: { errors: [{ field: '/calls/0/entity' }] } });
  });

  it('is replayed with its key', async () => {
    const options = { idempotency_key: crypto.randomUUID() };
    const calls = [{ entity: 'customers', action: 'create', params: { name: 'Once' } }] as const;
    await ledger().batch(calls, options);
    const { data } = await ledger().batch(calls, options);
    expect(data[0]).toMatchObject({ result: { meta: { idempotent_replay: true } } });
  });
});

describe('pages', () => {
  it('follows them to the last', async () => {
    const sizes: number[] = [];
    for await (const { data } of ledger().pages('invoices', 'list', { limit: 10 })) sizes.push(data.length);
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('gives the records of all, each once', async () => {
    const found = new Set<unknown>();
    for await (const { id } of ledger().records('invoices', 'list', { limit: 7 })) found.add(id);
    expect(found.size).toBe(25);
  });

  it('ends early where the caller has enough', async () => {
    let seen = 0;
    for await (const _record of ledger().records('invoices', 'list', { limit: 2 })) if (++seen === 3) break;
    expect(seen).toBe(3);
  });
});

describe('search', () => {
  it('finds misspelt words in the copy', async () => {
    const { connections } = client.workspace('demo');
    const isReady = async () =>
      (await connections.syncs(ids.get('ledger') ?? '')).some(({ entity, ready }) => entity === 'customers' && ready);
    while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 100));
    await ledger().execute('customers', 'create', { name: 'Zebulon Quartermain' });
    const query = { filter: { fuzzy: { name: 'quatermain zebulun' } }, sort: [{ created: 'desc' as const }] };
    const { data, meta } = await ledger().search('customers', { query, fields: ['id', 'name'] });
    expect(data).toEqual([{ id: expect.any(String), name: 'Zebulon Quartermain' }]);
    expect(meta).toMatchObject({ has_more: false, next_params: null });
  });
});

describe('download', () => {
  it('streams a file, and a part of it', async () => {
    const params = { attachment_id: 17_463_839_000_001 };
    const { stream, headers } = await helpCentre().download('attachments', params);
    const bytes = await new Response(stream).bytes();
    expect(bytes.length).toBeGreaterThan(3);
    expect(bytes.length).toBe(Number(headers.get('content-length')));
    const part = await helpCentre().download('attachments', params, { range: 'bytes=1-3' });
    expect(part.status).toBe(206);
    expect(await new Response(part.stream).bytes()).toEqual(bytes.slice(1, 4));
  });

  it('fails before there is a stream', async () => {
    const failure = await failureOf(helpCentre().download('attachments', { attachment_id: 1 }));
    expect(failure).toMatchObject({ code: 'file_not_found', status: 404 });
  });
});

describe('errors', () => {
  it('have code, status and the problem', async () => {
    const failure = await failureOf(ledger().execute('customers', 'get', { id: 'cus_none' }));
    expect(failure).toMatchObject({ code: 'record_not_found', status: 404, retryable: false });
    expect(failure.problem).toMatchObject({ origin: 'caller', upstream: { status: 404 } });
  });

  it('say where a request is wrong', async () => {
    const wrong = { limt: 3 };
    const failure = await failureOf(ledger().execute('customers', 'list', wrong));
    expect(failure.code).toBe('invalid_params');
    expect(failure.problem?.errors).toMatchObject([{ field: '/params/limt', did_you_mean: 'limit' }]);
  });

  it('tell a wrong token from a wrong id', async () => {
    const stranger = createClient({ url: gateway.url, token: 'cty_wrong' });
    const id = ids.get('ledger') ?? '';
    expect(await failureOf(stranger.connector(id).execute('customers', 'list'))).toMatchObject({
      code: 'unauthenticated',
      status: 401,
    });
    const missing = client.connector('00000000-0000-4000-8000-000000000000');
    expect(await failureOf(missing.execute('customers', 'list'))).toMatchObject({ code: 'connector_not_found' });
  });
});

describe('management', () => {
  it('describes connectors', async () => {
    const names = (await Array.fromAsync(client.connectors.list())).map(({ id }) => id);
    expect(names).toContain('ledger');
    expect((await client.connectors.get('ledger')).entities.map(({ name }) => name)).toContain('customers');
  });

  it('adds, changes, checks and removes connections', async () => {
    const { connections } = client.workspace('demo');
    const [model] = await Array.fromAsync(connections.list({ connector: 'ledger' }));
    const credentials = { api_key: 'sk_test_other' };
    const { settings = {} } = model ?? {};
    const added = await connections.create({
      connector: 'ledger',
      name: 'second',
      credentials,
      settings,
      check: false,
    });
    expect(await connections.get(added.id)).toMatchObject({ name: 'second', vendor: 'Ledger Books' });
    expect(await failureOf(connections.check(added.id))).toMatchObject({ code: 'credential_rejected', status: 424 });
    expect(await connections.update(added.id, { credentials, check: false })).toMatchObject({ id: added.id });
    expect(await connections.remove(added.id)).toMatchObject({ id: added.id });
    expect(await failureOf(connections.get(added.id))).toMatchObject({ status: 404 });
  });

  it('starts and shows synchronization', async () => {
    const { connections } = client.workspace('demo');
    const id = ids.get('ledger') ?? '';
    const before = await connections.startSync(id, { entities: ['customers'] });
    expect((await connections.syncs(id)).map(({ entity }) => entity)).toEqual(before.map(({ entity }) => entity));
  });

  it('reads the audit, all of it and a page', async () => {
    const { audit } = client.workspace('demo');
    const intent = 'found in the audit';
    const id = ids.get('ledger') ?? '';
    await client.connector(id).execute('customers', 'create', { name: 'Audited' }, { intent });
    await failureOf(client.connector(id).execute('customers', 'get', { id: 'cus_none' }, { intent }));
    // Entries of reads are stored in batches.
    const ofIntent = async () =>
      (await Array.fromAsync(audit.list({ connection_id: id, kind: 'execute' }))).filter(
        (entry) => entry.intent === intent,
      );
    await expect.poll(ofIntent).toHaveLength(2);
    expect(await ofIntent()).toMatchObject([
      { entity: 'customers', action: 'get', outcome: 404, error_code: 'record_not_found' },
      { entity: 'customers', action: 'create', state: 'finished', error_code: null },
    ]);
    const newest = await audit.page({ connection_id: id }, { limit: 1 });
    expect(newest.data).toHaveLength(1);
    const { data } = await audit.page({ connection_id: id }, { limit: 1, cursor: newest.meta.next_cursor ?? '' });
    expect(data[0]?.id).not.toBe(newest.data[0]?.id);
    expect((data[0]?.at ?? '') <= (newest.data[0]?.at ?? '')).toBe(true);
  });

  it('creates and revokes tokens', async () => {
    const { tokens } = client.workspace('demo');
    const { data } = await tokens.preview({ read_only: true, connectors: ['ledger'] }, { limit: 100 });
    expect(data.filter(({ allowed }) => allowed).map(({ connector }) => connector)).toEqual(['ledger']);
    const record = { policy: { fields: [{ drop: ['email'] }] }, connection: 'ledger', entity: 'customers' };
    expect((await tokens.previewRecord(record)).data).toMatchObject({
      before: { email: expect.any(String) },
      reason: null,
    });
    const { id, token } = await tokens.create({ name: 'reader', policy: { read_only: true } });
    const reader = createClient({ url: gateway.url, token }).connector(ids.get('ledger') ?? '');
    expect(await failureOf(reader.execute('customers', 'create', { name: 'Ada' }))).toMatchObject({
      code: 'forbidden',
    });
    expect((await tokens.revoke(id)).revoked_at).not.toBeNull();
    expect((await Array.fromAsync(tokens.list())).map(({ name }) => name)).toContain('reader');
    expect((await Array.fromAsync(client.workspaces.list())).map(({ name }) => name)).toEqual(['demo']);
  });
});
