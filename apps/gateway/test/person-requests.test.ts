import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawValue } from '@connectory/connector-sdk';
import { type Database, openDatabase } from '@connectory/database';
import { type DatabaseHost, everyRow, postgresHost, rewriteFile, sqliteHost } from '@connectory/database/testing';
import { createSandbox, exampleSettings } from '@connectory/sandbox';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { expectProblem } from './expect-problem.ts';
import { found, untilSynced } from './hosted-gateway.ts';
import { adminToken, executePath, type Response, type RunningGateway, startRunningGateway } from './running-gateway.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const address = 'ada.quillfeather@loom.example';
const other = `l${address}`;

describe.each(['sqlite', 'postgres'])('a request about a person, on %s,', (dialect) => {
  let host: DatabaseHost;
  let database: Database;
  let gateway: RunningGateway;
  let receiver: WebhookReceiver;
  let customer = '';
  let invoices: readonly RawValue[] = [];
  /** Number of records that refer to the customer. */
  let related = 0;
  let former = '';
  let strangers = '';

  beforeAll(async () => {
    host = dialect === 'sqlite' ? await sqliteHost() : await postgresHost(inject('postgresServerKeeper'));
    const databaseUrl = await host.create();
    const sandbox = createSandbox({
      connectors: fixtureConnectors,
      sandboxes: fixtureSandboxes,
      recordsPerEntity: 5,
    });
    gateway = await startRunningGateway({
      recordsPerEntity: 5,
      configuration: { mode: 'hosted', databaseUrl, secretKey: randomBytes(32).toString('base64') },
      settings: Object.fromEntries(fixtureConnectors.map((one) => [one.id, exampleSettings(one, sandbox)])),
    });
    database = await openDatabase(databaseUrl);
    receiver = await startReceiver();
    for (const connector of ['ledger', 'help-centre']) await untilSynced(gateway, connector);
    await fill();
  });

  afterAll(async () => {
    await gateway?.stop();
    await receiver?.close();
    await database?.close();
    await host?.stop();
  });

  const request = (
    verb: 'find' | 'export' | 'remove',
    body: object,
    {
      token = gateway.token,
      headers = {},
    }: { readonly token?: string; readonly headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    gateway.send('POST', `/api/v1/workspaces/test/person-requests/${verb}`, { body, token, headers });

  async function run(connector: string, body: object, headers: Record<string, string> = {}): Promise<RawValue> {
    const response = await gateway.execute(connector, body, { headers });
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    return response.json.data;
  }

  const linesOf = ({ text }: Response): readonly RawValue[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

  /** One person in two systems, with an invoice, changes, deliveries, audit entries, a held write and a stored response. */
  async function fill(): Promise<void> {
    const [invoice] = await found(gateway, 'ledger', 'invoices', { neq: { customer: null } });
    customer = invoice?.customer;
    invoices = await found(gateway, 'ledger', 'invoices', { eq: { customer } });
    const charges = await found(gateway, 'ledger', 'charges', { eq: { customer } });
    const refunds = await found(gateway, 'ledger', 'refunds', { eq: { customer } });
    related = invoices.length + charges.length + refunds.length;
    [{ email: former }] = (await found(gateway, 'ledger', 'customers', { eq: { id: customer } })) as [RawValue];
    await gateway.send('POST', '/api/v1/workspaces', { body: { name: 'stranger' }, token: adminToken });
    const draft = { connector: 'ledger', name: 'theirs', credentials: gateway.sandbox.credentials('ledger') };
    const settings = { base_url: gateway.sandbox.baseUrl(gateway.sandboxOrigin, 'ledger') };
    const theirs = await gateway.send('POST', '/api/v1/workspaces/stranger/connections', {
      body: { ...draft, settings },
      token: adminToken,
    });
    strangers = theirs.json.id;
    await vi.waitFor(
      async () => expect(await ofStranger({ emails: [former] })).toMatchObject({ records: 1 + related }),
      { timeout: 20_000, interval: 100 },
    );
    const all = { name: 'all', connections: ['ledger', 'help-centre'], events: ['record.*', 'held.*', 'audit.*'] };
    const filter = { eq: { name: 'Nobody' } };
    const filtered = { name: 'filtered', connections: ['ledger'], entities: ['customers'], filter };
    for (const subscription of [all, filtered]) {
      const made = await gateway.send('POST', '/api/v1/workspaces/test/subscriptions', {
        body: { ...subscription, url: receiver.url },
        token: adminToken,
      });
      expect(made.status, made.text).toBe(201);
    }
    const update = { entity: 'customers', action: 'update', intent: `asked for by ${address}` };
    await run('ledger', { ...update, params: { id: customer, email: address } }, { 'idempotency-key': 'first' });
    await run('ledger', { ...update, params: { id: customer, description: 'vip' } });
    const user = { name: 'Ada', email: address.toUpperCase() };
    await run('help-centre', { entity: 'users', action: 'create', params: { user } });
    const ticket = { subject: 'Help', description: `Mail <${address}>!` };
    await run('help-centre', { entity: 'tickets', action: 'create', params: { ticket } });
    await run('ledger', { entity: 'customers', action: 'create', params: { name: 'Bystander', email: other } });
    const holding = await gateway.tokenWith({ hold: { effects: ['write', 'delete', 'outward'] } });
    const call = { entity: 'customers', action: 'create', params: { email: address } };
    const held = await gateway.execute('ledger', call, { token: holding });
    expect(held.status, held.text).toBe(202);
    const copy = `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/copies/customers/export?format=ndjson`;
    expect((await gateway.send('GET', copy)).text).toContain(address);
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(5), { timeout: 10_000 });
  }

  /** What the other workspace finds. */
  async function ofStranger(body: object): Promise<RawValue> {
    const path = '/api/v1/workspaces/stranger/person-requests/find';
    return (await gateway.send('POST', path, { body, token: adminToken })).json.meta;
  }

  /** The tables with a text. */
  async function tablesWith(text: string): Promise<readonly string[]> {
    const all = [...(await everyRow(database))];
    return all.flatMap(([table, rows]) => (rows.some((row) => row.toLowerCase().includes(text)) ? [table] : []));
  }

  /** The files with a text. A copy on SQLite is rewritten first, because free pages keep what was on them. */
  async function filesWith(text: string): Promise<readonly string[]> {
    const files = readdirSync(gateway.dataDirectory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const file of files.filter((name) => name.endsWith('.sqlite'))) rewriteFile(file);
    const stored = database.file === null ? [] : [database.file, `${database.file}-wal`];
    return [...files, ...stored].filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(text));
  }

  it('finds records with the address, and those that refer to them, and says why', async () => {
    const { status, json, text } = await request('find', { emails: [address.toUpperCase()] });
    expect(status, text).toBe(200);
    const of = (entity: string) => json.data.filter((one: RawValue) => one.entity === entity);
    expect(of('customers')).toMatchObject([
      { connection: { name: 'ledger' }, key: [customer], reasons: [{ reason: 'is', at: 'email' }] },
    ]);
    expect(
      of('invoices')
        .map(({ key }: RawValue) => key[0])
        .sort(),
    ).toEqual(invoices.map(({ id }) => id).sort());
    expect(of('invoices')[0].reasons).toEqual([
      { reason: 'refers_to', at: 'customer', entity: 'customers', id: customer },
    ]);
    expect(of('users')).toMatchObject([{ connector: 'help-centre', reasons: [{ reason: 'is', at: 'email' }] }]);
    expect(of('tickets')).toMatchObject([
      { title: 'Help', reasons: [{ reason: 'contains_email', at: 'description' }] },
    ]);
    expect(json.meta).toMatchObject({
      records: 3 + related,
      has_more: false,
      held_writes: 1,
      audit_entries: 3,
      deliveries: expect.toSatisfy((count: number) => count >= 4),
      changes: 5 + related,
    });
    expect(json.meta.copies).toContainEqual({ connection: 'help-centre', entity: 'users', records: 1 });
  });

  it('says what was not searched', async () => {
    const { meta } = (await request('find', { emails: ['nobody@loom.example'] })).json;
    expect(meta).toMatchObject({ records: 0, changes: 0, audit_entries: 0, held_writes: 0, copies: [] });
    expect(meta.skipped).toContainEqual({ connection: 'ledger', entity: 'balance', reason: 'no_copy' });
    expect(meta.skipped_count).toBe(meta.skipped.length);
    expect(meta.searched).toBeGreaterThan(5);
  });

  it('finds a record by its ID, and needs the entity for a short one', async () => {
    const ids = [{ connection: 'ledger', id: customer }];
    const { data } = (await request('find', { ids })).json;
    expect(data[0]).toMatchObject({ key: [customer], reasons: [{ reason: 'is', at: 'key' }] });
    expect(data).toHaveLength(1 + related);
    const short = await request('find', { ids: [{ connection: 'help-centre', id: '42' }] });
    expectProblem(short, 'invalid_params');
    expect(short.json.errors).toMatchObject([{ field: '/ids/0/entity' }]);
    const unknown = await request('find', { ids: [{ connection: 'nowhere', id: customer }] });
    expectProblem(unknown, 'connector_not_found');
  });

  it('reports its progress to a client that accepts lines', async () => {
    const response = await request('find', { emails: [address] }, { headers: { accept: 'application/x-ndjson' } });
    expect(response.headers['content-type']).toBe('application/x-ndjson');
    const lines = linesOf(response);
    expect(lines.slice(0, -1).every(({ type }) => type === 'progress')).toBe(true);
    expect(lines.at(-2)).toMatchObject({ round: 2, found: 3 + related });
    expect(lines.at(-1)).toMatchObject({ type: 'result', meta: { records: 3 + related } });
  });

  it('exports whole records, earlier versions, audit entries and held writes, and ends with a summary', async () => {
    const response = await request('export', { emails: [address] });
    expect(response.status, response.text.slice(0, 300)).toBe(200);
    const lines = linesOf(response);
    const of = (type: string) => lines.filter((line) => line.type === type);
    expect(of('record')).toContainEqual(
      expect.objectContaining({
        entity: 'customers',
        record: expect.objectContaining({ id: customer, email: address }),
      }),
    );
    expect(
      of('change').map(({ entity, change, before, after }) => [entity, change, before?.email, after?.email]),
    ).toEqual(
      expect.arrayContaining([
        ['customers', 'changed', former, address],
        ['customers', 'changed', address, address],
      ]),
    );
    expect(of('audit_entry').map(({ entity, intent }) => [entity, intent])).toEqual([
      ['users', null],
      ['customers', `asked for by ${address}`],
      ['customers', `asked for by ${address}`],
    ]);
    expect(of('held_write')).toMatchObject([{ state: 'held', params: { email: address } }]);
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      records: 3 + related,
      held_writes: 1,
      has_more: false,
    });
  });

  it('is refused without the right to manage, for a limited view, without a person and without confirmation', async () => {
    const plain = await gateway.tokenWith({});
    const capped = await gateway.tokenWith({ manage: true, max_records: 5 });
    const masked = await gateway.tokenWith({ manage: true, personal: { all: 'mask' } });
    for (const verb of ['find', 'export', 'remove'] as const) {
      const body = { emails: [address], ...(verb === 'remove' && { confirm: true }) };
      for (const token of [plain, capped, masked]) expectProblem(await request(verb, body, { token }), 'forbidden');
      expectProblem(await request(verb, verb === 'remove' ? { confirm: true } : {}), 'invalid_params');
    }
    for (const confirm of [undefined, false]) {
      expectProblem(await request('remove', { emails: [address], confirm }), 'invalid_params');
    }
    expectProblem(await request('find', { emails: ['not an address'] }), 'invalid_params');
  });

  it('finds only what the policy of the token allows', async () => {
    const token = await gateway.tokenWith({ manage: true, connectors: ['help-centre'], entities: ['users'] });
    const { data, meta } = (await request('find', { emails: [address] }, { token })).json;
    expect(data).toMatchObject([{ entity: 'users' }]);
    expect(meta).toMatchObject({ held_writes: 0, audit_entries: 1 });
    expect(meta.skipped).toContainEqual({ connection: 'help-centre', entity: 'tickets', reason: 'not_allowed' });
    expect(JSON.stringify(meta)).not.toContain('ledger');
  });

  it('erases everything, so that no table and no file has the address, and other workspaces keep theirs', async () => {
    expect((await tablesWith(address)).length).toBeGreaterThan(1);
    const cursor = (
      await gateway.send(
        'GET',
        `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/changes?cursor=now`,
      )
    ).json.meta.cursor;
    const response = await request('remove', { emails: [address, former], confirm: true });
    expect(response.status, response.text).toBe(200);
    expect(response.json).toMatchObject({
      erased: {
        records: 3 + related,
        held_writes: 1,
        held_writes_left: 0,
        audit_entries: 3,
        idempotency_responses: 1,
      },
      meta: { has_more: false },
      note: expect.stringContaining('next pass'),
    });
    expect(response.json.erased.deliveries).toBeGreaterThan(0);
    await expect
      .poll(() => receiver.received.filter(({ event }) => event.data.cause === 'erasure').length)
      // The one whose filter it never matched learns of the customer, too.
      .toBe(3 + related + 1);

    // The bystander has an address that ends alike.
    const bystander = await found(gateway, 'ledger', 'customers', { eq: { email: other } });
    expect(bystander).toHaveLength(1);
    await gateway.execute('ledger', { entity: 'customers', action: 'delete', params: { id: bystander[0]?.id } });
    expect((await request('remove', { emails: [other], confirm: true })).status).toBe(200);
    expect(await tablesWith(address)).toEqual([]);
    expect(await filesWith(address)).toEqual([]);
    expect(await ofStranger({ emails: [former] })).toMatchObject({ records: 1 + related });
    expect(gateway.log()).not.toContain(address);

    const path = `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/changes?cursor=${cursor}`;
    const { data } = (await gateway.send('GET', path)).json;
    expect(data[0]).toMatchObject({ type: 'removed', cause: 'erasure' });
    expect(new Set(Object.values(data[0].record))).toEqual(new Set([null]));
    expect(await found(gateway, 'ledger', 'customers', { eq: { id: customer } })).toEqual([]);
    expect((await request('find', { emails: [address] })).json.meta).toMatchObject({
      records: 0,
      changes: 0,
      audit_entries: 0,
      held_writes: 0,
      deliveries: 0,
    });
  });

  it('leaves one audit entry with counts and without the person', async () => {
    const { json } = await gateway.send(
      'GET',
      '/api/v1/workspaces/test/audit?kind=manage&entity=person-requests&limit=100',
    );
    const removals = json.data.filter(({ action, outcome }: RawValue) => action === 'remove' && outcome === 200);
    expect(removals).toHaveLength(2);
    expect(removals[1].record.key).toMatchObject({ records: String(3 + related), held_writes: '1' });
    expect(JSON.stringify(json)).not.toContain('loom.example');
  });

  it('keeps the write that was carried out from being repeated', async () => {
    const call = { entity: 'customers', action: 'update', params: { id: customer, email: address } };
    const again = await gateway.send('POST', executePath(gateway.connection('ledger')), {
      body: { ...call, intent: `asked for by ${address}` },
      headers: { 'idempotency-key': 'first' },
    });
    expectProblem(again, 'idempotency_conflict');
    expect(again.json.message).toContain('erased');
  });

  it('does not keep the next pass from copying again what the vendor still has', async () => {
    const path = `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/syncs`;
    await gateway.send('POST', path, { body: { entities: ['customers'], full: true }, token: adminToken });
    await expect.poll(() => found(gateway, 'ledger', 'customers', { eq: { id: customer } })).toHaveLength(1);
    expect(strangers).not.toBe('');
  });
});

it('a request about a person needs a gateway in hosted mode', async () => {
  const gateway = await startRunningGateway();
  try {
    for (const verb of ['find', 'export']) {
      const path = `/api/v1/workspaces/test/person-requests/${verb}`;
      expectProblem(await gateway.send('POST', path, { body: { emails: [address] } }), 'hosted_mode_required');
    }
  } finally {
    await gateway.stop();
  }
});
