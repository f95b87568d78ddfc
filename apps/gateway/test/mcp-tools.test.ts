import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostedGateway, untilSynced } from './hosted-gateway.ts';
import { connectClient, type McpClient } from './mcp-client.ts';
import { adminToken, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let client: McpClient;

beforeAll(async () => {
  gateway = await startHostedGateway();
  // What is asked in the background reaches the vendors as well.
  for (const { id } of fixtureConnectors) await untilSynced(gateway, id);
  await gateway.connect('hiring-desk', 'second desk', { check: false });
  client = await connectClient(gateway);
});
afterAll(async () => {
  await client.close();
  await gateway.stop();
});

const ledger = { connection: 'ledger', entity: 'customers' };

/** The JSON of a result, without the notes below it. */
async function result(name: string, input: object) {
  const { text, isError } = await client.call(name, input);
  expect(isError, text).toBe(false);
  return JSON.parse(text.split('\n[')[0] ?? '');
}

async function problem(name: string, input: object, from = client) {
  const { text, isError } = await from.call(name, input);
  expect(isError, text).toBe(true);
  return JSON.parse(text);
}

/** The requests that reach the vendor of the ledger; copies of others may still be made in the background. */
const arrivalsAtLedger = async (work: () => Promise<unknown>) =>
  (await gateway.arrivalsDuring(work)).filter(({ connector }) => connector === 'ledger');

async function audited(entity: string) {
  const response = await gateway.send('GET', '/api/v1/workspaces/test/audit?limit=20', { token: adminToken });
  return response.json.data.filter((entry: { entity: string }) => entry.entity === entity);
}

describe('each tool', () => {
  it('is listed with what it does', async () => {
    const { tools } = await client.client.listTools();
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))).toEqual({
      find_actions: true,
      describe_action: true,
      run_read: true,
      run_write: false,
      search_records: true,
      search: true,
      fetch: true,
      sql: true,
      list_changes: true,
      read_file: true,
      list_connections: true,
      connect_account: false,
    });
    expect(tools.find(({ name }) => name === 'run_write')?.annotations?.destructiveHint).toBe(true);
  });

  it('finds, describes and reads', async () => {
    const { data } = await result('find_actions', { query: 'list customers', limit: 3 });
    expect(data[0]).toMatchObject({ connector: 'ledger', entity: 'customers', connections: ['ledger'] });
    const described = await result('describe_action', { connector: 'ledger', entity: 'customers', action: 'get' });
    expect(described).toMatchObject({
      effect: 'read',
      params: { required: ['id'], properties: { id: { type: 'string' } } },
      returns: { id: 'string' },
    });
    const page = await result('run_read', { ...ledger, action: 'list', params: { limit: 2 }, fields: ['id'] });
    expect(page.data).toHaveLength(2);
    const [first] = page.data;
    expect(Object.keys(first)).toEqual(['id']);
    const next = await result('run_read', {
      ...ledger,
      action: 'list',
      params: { limit: 2, ...page.meta.next_params },
    });
    expect(next.data[0].id).not.toBe(first.id);
    const one = await result('run_read', { ...ledger, action: 'get', params: first });
    expect(one.data).toMatchObject(first);
  });

  it('lists connections, and takes their names, their ids and what they connect', async () => {
    const { data } = await result('list_connections', {});
    expect(data).toContainEqual({ name: 'ledger', connector: 'ledger', vendor: 'Ledger Books', state: 'active' });
    for (const connection of ['ledger', gateway.connection('ledger')])
      expect((await result('run_read', { ...ledger, connection, action: 'list' })).data).not.toHaveLength(0);
    const jobs = { connection: 'second desk', entity: 'jobs', action: 'list' };
    expect((await result('run_read', jobs)).data).not.toHaveLength(0);
  });

  it('searches the copy', async () => {
    const [wanted, other] = (await result('search_records', { ...ledger, limit: 2, sort: [{ name: 'asc' }] })).data;
    const found = await result('search_records', {
      ...ledger,
      filter: { eq: { id: wanted.id } },
      fields: ['id', 'name'],
    });
    expect(found.data).toEqual([{ id: wanted.id, name: wanted.name }]);
    const first = await result('search_records', { ...ledger, limit: 1, sort: [{ name: 'asc' }] });
    const { cursor } = first.meta.next_params;
    const second = await result('search_records', { ...ledger, limit: 1, sort: [{ name: 'asc' }], cursor });
    expect(second.data[0].id).toBe(other.id);
    const described = await result('describe_action', {
      connector: 'ledger',
      entity: 'customers',
      action: 'context_store_search',
    });
    expect(described.search_fields).toMatchObject({ id: 'string', created: 'integer' });
  });

  it('takes integers of any size, with all their digits', async () => {
    const search = '{"connection":"ledger","entity":"customers","filter":{"eq":{"created":9007199254740993}}}';
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_records","arguments":${search}}}`;
    const headers = { accept: 'application/json, text/event-stream' };
    const { json } = await gateway.send('POST', '/mcp', { body, headers });
    expect(json.result).toMatchObject({ content: [{ text: expect.stringContaining('"data":[') }] });
    expect(json.result).not.toHaveProperty('isError');
  });

  it('reads a file by pieces that make the whole', async () => {
    const params = { attachment_id: 17_463_839_000_002 };
    const whole = await gateway.execute('help-centre', { entity: 'attachments', action: 'download', params });
    const file = { connection: 'help-centre', entity: 'attachments', params };
    let text = '';
    let offset: number | undefined = 0;
    for (let pieces = 0; offset !== undefined; pieces++) {
      expect(pieces).toBeLessThan(2_000);
      const piece = await client.call('read_file', { ...file, offset, max_characters: 20_000 });
      expect(piece.isError, piece.text).toBe(false);
      const end = piece.text.indexOf('\n');
      text += piece.text.slice(end + 1);
      const next = /"offset": (\d+)/.exec(piece.text.slice(0, end))?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(text).toBe(whole.text);
    const image = { ...file, params: { attachment_id: 17_463_839_000_001 } };
    expect(await problem('read_file', image)).toMatchObject({
      code: 'not_text',
      message: expect.stringContaining('image/png'),
    });
  });

  it('writes, after a dry run that sends nothing, with its intent in the audit', async () => {
    const create = { ...ledger, action: 'create', params: { name: 'Ada Marsh' }, intent: 'the order of 9 May' };
    let preview: { data: { requests: readonly { method: string }[] } } | undefined;
    const sent = await arrivalsAtLedger(async () => {
      preview = await result('run_write', { ...create, dry_run: true });
    });
    expect(sent).toEqual([]);
    expect(preview?.data.requests).toMatchObject([{ method: 'POST' }]);
    const keyed = { ...create, idempotency_key: 'order-1' };
    const made = await result('run_write', keyed);
    expect(made.data).toMatchObject({ name: 'Ada Marsh' });
    expect(await result('run_write', keyed)).toEqual({ ...made, meta: { idempotent_replay: true } });
    const entries = (await audited('customers')).filter(({ action }: { action: string }) => action === 'create');
    expect(entries.map(({ via }: { via: string }) => via)).toEqual(['mcp', 'mcp', 'mcp']);
    expect(entries[1].record).toEqual({ entity: 'customers', key: { id: made.data.id } });
    expect(entries.map(({ intent, dry_run: dry, outcome }: Record<string, unknown>) => [intent, dry, outcome])).toEqual(
      [
        ['the order of 9 May', false, 200],
        ['the order of 9 May', false, 200],
        ['the order of 9 May', true, 200],
      ],
    );
  });

  it('writes many times in one call, and shows first what failed', async () => {
    const update = { ...ledger, action: 'update', idempotency_key: 'many-1' };
    const { data } = await result('run_write', { ...ledger, action: 'create', params: { name: 'Many' } });
    const list = [
      { id: data.id, name: 'Once' },
      { id: 'none', name: 'Never' },
      { id: data.id, name: 'Twice' },
    ];
    const { meta, data: rows } = await result('run_write', { ...update, params_list: list });
    expect(meta).toEqual({ succeeded: 2, failed: 1, unknown: 0, not_run: 0 });
    expect(rows).toMatchObject([
      { index: 1, status: 'failed', code: 'record_not_found' },
      { index: 0, status: 'succeeded', data: { name: 'Once' } },
      { index: 2, status: 'succeeded', data: { name: 'Twice' } },
    ]);
    const sent = await arrivalsAtLedger(async () => {
      await result('run_write', { ...update, params_list: JSON.stringify(list) });
    });
    // Only the write that changed nothing is sent again.
    expect(sent).toHaveLength(1);
  });

  it('uploads a file that is in the call', async () => {
    const call = { connection: 'help-centre', entity: 'attachments', action: 'upload' };
    const note = await result('run_write', { ...call, file: { name: 'note.txt', text: 'Grüße' } });
    expect(note.data).toMatchObject({ file_name: 'note.txt', content_type: 'text/plain', size: 7 });
    const file = { name: 'pixel.png', media_type: 'image/png', base64: 'iVBORw0KGgo=' };
    const pixel = await result('run_write', { ...call, file });
    expect(pixel.data).toMatchObject({ file_name: 'pixel.png', content_type: 'image/png', size: 8 });
  });

  it('lists what changed', async () => {
    const customers = { connection: 'ledger', entities: ['customers'] };
    const everything = await result('list_changes', { ...customers, since: '7d', limit: 2 });
    expect(everything).toMatchObject({ counts: { customers: { added: 2 } }, meta: { has_more: true } });
    const { cursor } = (await result('list_changes', { ...customers, since: 'now' })).meta;
    const write = { ...ledger, action: 'create', params: { name: 'Grace Hopper' }, idempotency_key: 'changed' };
    const { id } = (await result('run_write', write)).data;
    const later = await result('list_changes', { ...customers, since: cursor });
    expect(later).toMatchObject({
      counts: { customers: { added: 1 } },
      data: [{ type: 'added', key: [id], cause: 'write', record: { name: 'Grace Hopper' } }],
      meta: { has_more: false },
    });
    const since = later.data[0].at;
    const sinceThen = await result('list_changes', { ...customers, since });
    expect(sinceThen.data).toContainEqual(later.data[0]);
    expect(sinceThen.data.every(({ at }: { at: string }) => at >= since)).toBe(true);
  });

  it('says where the changes go on when they are no longer available', async () => {
    const foreign = Buffer.from(JSON.stringify([1, 'another-feed', 3])).toString('base64url');
    const expired = await problem('list_changes', { connection: 'ledger', since: foreign });
    expect(expired).toMatchObject({ code: 'changes_expired', next_step: expect.stringContaining('search_records') });
    const { data } = await result('list_changes', { connection: 'ledger', since: expired.cursor });
    expect(data).toEqual([]);
    const malformed = await problem('list_changes', { connection: 'ledger', since: '2026-99-99' });
    expect(malformed).toMatchObject({ code: 'invalid_params', errors: [{ field: '/since' }] });
    expect(await problem('list_changes', { connection: 'ledger', since: 'soon' })).toMatchObject({
      code: 'invalid_cursor',
    });
    const nothing = { connection: 'ledger', entities: ['nothing'] };
    expect(await problem('list_changes', nothing)).toMatchObject({ code: 'unknown_entity' });
  });
});

describe('a structured result', () => {
  const structured = async (name: string, input: object) => {
    // The client validates the results of the tools it has listed.
    await client.client.listTools();
    return (await client.client.callTool({ name, arguments: { ...input } })).structuredContent;
  };

  it.each([
    ['find_actions', { query: 'list customers', limit: 2 }],
    ['find_actions', { query: 'qqqq' }],
    ['list_connections', {}],
    ['run_read', { ...ledger, action: 'list', params: { limit: 2 } }],
    ['search_records', { ...ledger, limit: 2 }],
    ['list_changes', { connection: 'ledger', since: '7d', limit: 2 }],
  ])('of %s %j has the records of its text, as its schema says', async (name, input) => {
    const { data } = await result(name, input);
    expect(await structured(name, input)).toMatchObject({ records: data });
  });

  it('leads through every page', async () => {
    const ids: string[] = [];
    let more: { skip?: number | null; next_params?: object | null } = {};
    do {
      const { skip, next_params } = more;
      const params = { limit: 10, ...next_params };
      const input = { ...ledger, action: 'list', params, max_characters: 2_000, ...(skip ? { skip } : {}) };
      const page = (await structured('run_read', input)) as typeof more & { records: readonly { id: string }[] };
      ids.push(...page.records.map(({ id }) => id));
      // What is left of this page, or the next one.
      more = page.skip ? { skip: page.skip, next_params: next_params ?? null } : page;
    } while (more.skip || more.next_params);
    const all = await result('search_records', { ...ledger, limit: 1_000, fields: ['id'], max_characters: 100_000 });
    expect(ids.toSorted()).toEqual(all.data.map(({ id }: { id: string }) => id).toSorted());
  });

  it('is not there for an error', async () => {
    expect(await structured('run_read', { ...ledger, action: 'lst' })).toBeUndefined();
  });
});

describe('a mistake', () => {
  it('in a parameter is a result with the parameters there are', async () => {
    expect(await problem('run_read', { ...ledger, action: 'list', params: { limt: 2 } })).toMatchObject({
      code: 'invalid_params',
      next_step: expect.stringContaining('repeat'),
      errors: [{ field: '/params/limt', did_you_mean: 'limit' }],
      params: { limit: expect.stringContaining('integer') },
    });
  });

  it.each([
    ['connector_not_found', 'run_read', { ...ledger, connection: 'ledgr', action: 'list' }, 'ledger'],
    ['unknown_entity', 'run_read', { ...ledger, entity: 'custmers', action: 'list' }, 'customers'],
    ['action_not_available', 'run_read', { ...ledger, action: 'lst' }, 'list'],
    ['invalid_params', 'run_read', { ...ledger, action: 'list', parms: {} }, 'params'],
    ['connector_not_found', 'describe_action', { connector: 'ledgr', entity: 'customers', action: 'list' }, 'ledger'],
  ])('in a name is %s with the one that was probably meant', async (code, tool, input, near) => {
    const shown = await problem(tool, input);
    expect(shown).toMatchObject({ code, next_step: expect.any(String) });
    expect(shown.message).toContain(`Did you mean "${near}"?`);
  });

  it('in the choice of the tool names the right one, and sends nothing', async () => {
    const sent = await arrivalsAtLedger(async () => {
      const write = { ...ledger, action: 'create', params: { name: 'Ada' } };
      expect(await problem('run_read', write)).toMatchObject({ code: 'wrong_tool', next_step: 'Use run_write.' });
      const read = { ...ledger, action: 'list' };
      expect(await problem('run_write', read)).toMatchObject({ code: 'wrong_tool', next_step: 'Use run_read.' });
      const file = {
        connection: 'help-centre',
        entity: 'attachments',
        action: 'download',
        params: { attachment_id: 1 },
      };
      expect(await problem('run_read', file)).toMatchObject({ code: 'wrong_tool', next_step: 'Use read_file.' });
      expect(await problem('run_raed', read)).toMatchObject({ code: 'unknown_tool' });
    });
    expect(sent).toEqual([]);
  });

  it('of the vendor says what the vendor said', async () => {
    expect(await problem('run_read', { ...ledger, action: 'get', params: { id: 'cus_none' } })).toMatchObject({
      code: 'record_not_found',
      next_step: expect.stringContaining('Look up the ID'),
      request_id: expect.any(String),
    });
  });
});

describe('a long result', () => {
  it('is cut between records, and can be read to its end', async () => {
    const list = { ...ledger, action: 'list', params: { limit: 25 } };
    const whole = (await result('run_read', { ...list, max_characters: 100_000 })).data;
    const records: object[] = [];
    for (let skip: number | undefined = 0; skip !== undefined; ) {
      const { text } = await client.call('run_read', { ...list, skip, max_characters: 2_000 });
      expect(text.length).toBeLessThanOrEqual(2_000);
      const [body = '', note = ''] = text.split('\n[');
      records.push(...JSON.parse(body).data);
      const next = /^Cut: .* Repeat the call with "skip": (\d+)/.exec(note)?.[1];
      skip = next === undefined ? undefined : Number(next);
    }
    expect(records).toEqual(whole);
  });
});
