import type { RawValue } from '@connectory/connector-sdk';
import type { Dice } from '../dice.ts';
import { entityNames, type World, type WorldRecord } from './world.ts';

/** A request that a token sends. */
export interface Call {
  /** The way of reading or writing, for the counts. */
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set if the call must be refused unless the field at this path is shown. */
  readonly tests?: { readonly world: World; readonly entity: (typeof entityNames)[number]; readonly path: string };
  /** Set if the call names one record, so that nothing may be written unless that record exists. */
  readonly record?: { readonly world: World; readonly record: WorldRecord };
  /** The call whose parameters the response repeats. */
  readonly about?: Call;
  /** The record that the vendor returns as the one that was created. */
  readonly created?: { readonly world: World; readonly record: WorldRecord };
}

/** The accounts, and the ids of their connections. */
export interface Accounts {
  readonly worlds: readonly World[];
  readonly ids: ReadonlyMap<World, string>;
}

const ndjson = { accept: 'application/x-ndjson' };
const formats = ['parquet', 'ndjson', 'csv'];

/** Path of execute calls of a connection. */
export const executePath = (id: string): string => `/api/v1/integrations/connectors/${id}/execute`;
/** Path of a workspace's operations. */
export const workspacePath = '/api/v1/workspaces/rehearsal';

const orderFields = [
  ...['id', 'number', 'total', 'placed_at', 'state', 'note', 'customer', 'customer.email', 'customer.name', 'lines'],
  ...['metadata', 'metadata.colour', 'owner.login', 'tags', 'buyer', 'label'],
];
const searchable = {
  orders: orderFields,
  payments: ['id', 'amount', 'iban', 'payer.email', 'memo', 'order'],
  people: ['id', 'login', 'name'],
};

/** Makes random calls over every way into a gateway. */
export class RandomCalls {
  readonly #accounts: Accounts;
  readonly #dice: Dice;
  #keys = 0;

  constructor(accounts: Accounts, dice: Dice) {
    this.#accounts = accounts;
    this.#dice = dice;
  }

  /** A random call. Those that start a process of their own are rare. */
  next(): Call {
    const dice = this.#dice;
    const makers = [
      ...Array<() => Call>(6).fill(() => this.#live()),
      ...Array<() => Call>(3).fill(() => this.#write()),
      ...Array<() => Call>(8).fill(() => this.#search()),
      ...Array<() => Call>(3).fill(() => this.#probe()),
      ...Array<() => Call>(2).fill(() => this.#feed()),
      ...Array<() => Call>(2).fill(() => this.#find()),
      ...Array<() => Call>(3).fill(() => this.#tool()),
      () => this.#batch(),
      () => this.#management(),
    ];
    if (dice.chance(0.005)) return dice.chance(0.5) ? this.#sql() : this.#export();
    return dice.pick(makers)();
  }

  #execute(kind: string, world: World, body: object, headers: Readonly<Record<string, string>> = {}): Call {
    const asAirbyte = this.#dice.chance(0.1) ? { 'user-agent': 'airbyte-agent-sdk/1.0' } : {};
    const path = executePath(this.#accounts.ids.get(world) ?? '');
    return { kind, method: 'POST', path, body, headers: { ...asAirbyte, ...headers } };
  }

  #world(): World {
    return this.#dice.pick(this.#accounts.worlds);
  }

  #record(world: World, entity?: string): WorldRecord {
    const all = this.#dice.chance(0.1) && world.earlier.length > 0 ? world.earlier : world.records;
    const some = all.filter((record) => entity === undefined || record.entity === entity);
    return this.#dice.pick(some.length > 0 ? some : world.records);
  }

  #choice(entity: keyof typeof searchable): object {
    const some = () => this.#dice.shuffled(searchable[entity]).slice(0, this.#dice.integer(1, 4));
    if (this.#dice.chance(0.6)) return {};
    return this.#dice.chance(0.5) ? { select_fields: some() } : { exclude_fields: some() };
  }

  #live(): Call {
    const dice = this.#dice;
    const world = this.#world();
    const record = this.#record(world);
    const { entity, raw, order } = record;
    const inOrder = order === undefined ? {} : { order };
    const headers = dice.chance(0.3) ? ndjson : {};
    if (dice.chance(0.4)) {
      const fields = entity === 'people' && dice.chance(0.5) ? { fields: ['id', 'email', 'manager.name'] } : {};
      const body = { entity, action: 'get', params: { id: raw.id, ...inOrder, ...fields }, ...this.#choice(entity) };
      return { ...this.#execute('get', world, body, headers), record: { world, record } };
    }
    if (entity === 'orders' && dice.chance(0.3))
      return this.#execute(
        'api_search',
        world,
        { entity, action: 'api_search', params: {}, ...this.#choice(entity) },
        headers,
      );
    if (entity === 'orders' && dice.chance(0.2)) {
      const download = { entity, action: 'download', params: { id: raw.id } };
      return { ...this.#execute('download', world, download), record: { world, record } };
    }
    const limit = dice.pick([1, 2, 10, 100]);
    const state = entity === 'orders' && dice.chance(0.2) ? { state: 'open' } : {};
    const body = { entity, action: 'list', params: { limit, ...inOrder, ...state }, ...this.#choice(entity) };
    return this.#execute('list', world, body, headers);
  }

  #write(): Call {
    const dice = this.#dice;
    const world = this.#world();
    const record = this.#record(world, 'orders');
    const action = dice.pick(['create', 'update', 'update', 'delete']);
    const changes = action === 'delete' ? {} : { note: 'x', state: dice.pick(['open', 'closed']) };
    const params = { ...(action !== 'create' && { id: record.raw.id }), ...changes };
    const key = dice.chance(0.5)
      ? { 'idempotency-key': `key ${dice.chance(0.5) ? this.#keys++ : dice.integer(0, this.#keys)}` }
      : {};
    const body = { entity: 'orders', action, params, ...(dice.chance(0.2) && { dry_run: true }) };
    const call = this.#execute(action, world, body, key);
    const [first = record] = world.records;
    return action === 'create'
      ? { ...call, created: { world, record: first } }
      : { ...call, record: { world, record } };
  }

  #condition(entity: keyof typeof searchable, world: World): object {
    const dice = this.#dice;
    const name = dice.pick(searchable[entity]);
    const value = this.#record(world, entity).raw[name.split('.')[0] ?? ''] ?? null;
    const simple = typeof value === 'object' ? null : value;
    return dice.pick([
      { eq: { [name]: simple } },
      { neq: { [name]: simple } },
      { gte: { [name]: simple ?? 0 } },
      { in: { [name]: [simple] } },
      { like: { [name]: '%zq%' } },
      { not: { eq: { [name]: null } } },
      { fuzzy: { [name]: String(simple) } },
      { keyword: { [name]: 'zqaa' } },
    ]);
  }

  #query(entity: keyof typeof searchable, world: World): RawValue {
    const dice = this.#dice;
    const field = () => dice.pick(searchable[entity]);
    const one = () => this.#condition(entity, world);
    const filter = dice.pick([{}, {}, one(), { and: [one(), one()] }, { or: [one(), one()] }]);
    if (dice.chance(0.2)) {
      const values = { n: { count: '*' }, m: { [dice.pick(['min', 'max', 'count', 'count_distinct'])]: field() } };
      return { query: { filter, aggregate: { ...(dice.chance(0.7) && { group_by: [field()] }), values } } };
    }
    const sort = dice.chance(0.4) ? { sort: [{ [field()]: dice.pick(['asc', 'desc']) }] } : {};
    return {
      query: { filter, ...sort },
      ...(dice.chance(0.7) && { limit: dice.pick([0, 1, 2, 100]) }),
      ...(dice.chance(0.3) && { fields: [field(), field()] }),
      ...(dice.chance(0.1) && { explain: true }),
    };
  }

  #search(): Call {
    const world = this.#world();
    const entity = this.#dice.pick(entityNames);
    const params = this.#query(entity, world);
    const body = {
      entity,
      action: 'context_store_search',
      params,
      ...(!params.query.aggregate && this.#choice(entity)),
    };
    return this.#execute('search', world, body, this.#dice.chance(0.2) ? ndjson : {});
  }

  /** A parameter, a condition or an order by which a value could be found out that is not shown. */
  #probe(): Call {
    const dice = this.#dice;
    const world = this.#world();
    const { raw } = this.#record(world, 'orders');
    const [params, path] = dice.pick<readonly [object, string]>([
      [{ email: raw.legacy_email }, 'customer.email'],
      [{ number: raw.number }, 'number'],
      [{ min_total: raw.total }, 'total'],
      [{ state: 'open' }, 'state'],
      [{ placed_after: raw.placed_at }, 'placed_at'],
      [{ order_by: 'number' }, 'number'],
      [{ order_by: 'total' }, 'total'],
      [{ order_by: 'owner' }, 'owner.login'],
    ]);
    const tests = { world, entity: 'orders' as const, path };
    if (dice.chance(0.5))
      return { ...this.#execute('probe', world, { entity: 'orders', action: 'list', params }), tests };
    const name = dice.pick([
      'note',
      'number',
      'total',
      'state',
      'customer.email',
      'metadata.colour',
      'owner.login',
      'buyer',
      'label',
    ]);
    const query = dice.pick<object>([
      { query: { filter: { not: { eq: { [name]: null } } } } },
      { query: { filter: {}, sort: [{ [name]: 'asc' }] } },
      { query: { filter: {}, aggregate: { group_by: [name], values: { n: { count: '*' } } } } },
    ]);
    const body = { entity: 'orders', action: 'context_store_search', params: query };
    return { ...this.#execute('probe', world, body), tests: { ...tests, path: name } };
  }

  #feed(): Call {
    const dice = this.#dice;
    const id = this.#accounts.ids.get(this.#world()) ?? '';
    const path = `${workspacePath}/connections/${id}/changes?limit=${dice.pick([1, 5, 1000])}`;
    return { kind: 'feed', method: 'GET', path };
  }

  /** The same changes as a stream, which ends once it has sent them all. */
  streamed({ path }: Call, changes: number): Call {
    const accept = this.#dice.pick(['application/x-ndjson', 'text/event-stream']);
    return { kind: 'feed, streamed', method: 'GET', path: path.replace(/=.*/, `=${changes}`), headers: { accept } };
  }

  #find(): Call {
    const { raw } = this.#record(this.#world());
    const words = String(this.#dice.pick([raw.note, raw.memo, raw.name, raw.login, raw.iban, 'zqaa']) ?? 'open');
    return { kind: 'find', method: 'POST', path: `${workspacePath}/search`, body: { words, limit: 100 } };
  }

  #tool(): Call {
    const dice = this.#dice;
    const world = this.#world();
    const connection = world.name;
    const record = this.#record(world);
    const { entity, raw, order } = record;
    const get = { id: raw.id, ...(order !== undefined && { order }) };
    const { query, ...rest } = this.#query(entity, world);
    const [name, input] = dice.pick<readonly [string, object]>([
      ['run_read', { connection, entity, action: 'get', params: get }],
      ['run_read', { connection, entity: 'orders', action: 'list', params: {} }],
      ['search', { query: String(raw.note ?? raw.memo ?? raw.name ?? 'zq') }],
      ['fetch', { id: `${connection}/${entity}/get/${JSON.stringify(get)}` }],
      ['search_records', { connection, entity, ...query, limit: rest.limit ?? 5 }],
      ['list_changes', { connection, since: '7d' }],
      ['describe_action', { connector: connection, entity, action: 'get' }],
    ]);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
    const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
    return { kind: `tool ${name}`, method: 'POST', path: '/mcp', body, headers: accept };
  }

  #batch(): Call {
    const world = this.#world();
    const calls = Array.from({ length: this.#dice.integer(1, 4) }, () => {
      const { entity, raw, order } = this.#record(world);
      return { entity, action: 'get', params: { id: raw.id, ...(order !== undefined && { order }) } };
    });
    const path = `/api/v1/integrations/connectors/${this.#accounts.ids.get(world)}/batch`;
    return { kind: 'batch', method: 'POST', path, body: { calls }, headers: this.#dice.chance(0.3) ? ndjson : {} };
  }

  #management(): Call {
    const id = this.#accounts.ids.get(this.#world()) ?? '';
    const path = this.#dice.pick([
      '/api/v1/whoami',
      `${workspacePath}/connections/${id}`,
      `/api/v1/connectors/warehouse/entities/orders`,
      '/api/v1/integrations/connectors?workspace_name=rehearsal',
    ]);
    return { kind: 'management', method: 'GET', path };
  }

  #sql(): Call {
    const dice = this.#dice;
    const table = (entity: string) => `"${this.#world().name}".${entity}`;
    const sql = dice.pick([
      `SELECT * FROM ${table(dice.pick(entityNames))}`,
      `SELECT count(*), max(total), string_agg(note, '|') FROM ${table('orders')}`,
      `SELECT o.*, p.* FROM ${table('orders')} o JOIN ${table('payments')} p ON p."order" = o.id`,
      `SELECT upper(CAST(customer AS VARCHAR)), reverse(note) FROM ${table('orders')}`,
      `SELECT CAST(note AS INTEGER) FROM ${table('orders')}`,
      `SELECT table_name, column_name FROM information_schema.columns`,
      `SELECT id FROM ${table('orders')} ORDER BY note, total`,
      `SELECT login FROM ${table('people')} WHERE name LIKE 'zqa%'`,
    ]);
    return { kind: 'sql', method: 'POST', path: `${workspacePath}/sql`, body: { sql } };
  }

  #export(): Call {
    const id = this.#accounts.ids.get(this.#world()) ?? '';
    const format = this.#dice.pick(formats);
    const entity = this.#dice.pick(entityNames);
    const path = `${workspacePath}/connections/${id}/copies/${entity}/export?format=${format}`;
    return { kind: `export as ${format}`, method: 'GET', path };
  }
}
