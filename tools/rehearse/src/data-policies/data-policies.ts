import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { createLogger, readConfiguration, startGateway } from '@connectory/gateway';
import { Pool } from 'undici';
import { readWithDuckDb } from '../../../../packages/snapshots/test/read-with-duckdb.ts';
import { Dice } from '../dice.ts';
import { atLeast, Failures, none, shown, type Verdict } from '../verdict.ts';
import { type Accounts, type Call, executePath, RandomCalls, workspacePath } from './calls.ts';
import { conditionsOf, randomPolicy } from './random-policy.ts';
import { type KnownCondition, type PolicyBody, Reference } from './reference.ts';
import { Sentinels } from './sentinels.ts';
import { WarehouseVendor } from './vendor.ts';
import { warehouse } from './warehouse.ts';
import { changeWorld, entityNames, makeWorld, type World } from './world.ts';

const adminToken = 'admin-token-of-the-rehearsal';
const callsPerPolicy = 100;

/** A response: its bytes as text, headers included. */
interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly text: string;
  readonly json: RawValue;
}

/** Sends random calls under random policies to a gateway, and looks for what a policy hides in every byte that comes back. */
export async function rehearseDataPolicies(
  { times, seed }: { readonly times: number; readonly seed: number },
  progress: (text: string) => void,
): Promise<Verdict> {
  const rehearsal = await Rehearsal.start(seed);
  const begun = performance.now();
  try {
    for (let policies = 0; rehearsal.calls < times; policies++) {
      await rehearsal.tryPolicy(Math.min(callsPerPolicy, times));
      progress(`${rehearsal.calls} of ${times} calls, ${policies} policies`);
    }
    return rehearsal.verdict(seed, (performance.now() - begun) / 1000);
  } finally {
    await rehearsal.stop();
  }
}

class Rehearsal {
  calls = 0;
  readonly #dice: Dice;
  readonly #sentinels: Sentinels;
  readonly #accounts: Accounts;
  readonly #conditions: readonly KnownCondition[];
  readonly #vendor: WarehouseVendor;
  readonly #send: (call: Call, token: string) => Promise<Answer>;
  readonly #close: () => Promise<void>;
  readonly #random: RandomCalls;
  readonly #failures = new Failures();
  readonly #kinds = new Map<string, { sent: number; succeeded: number }>();
  readonly #directory: string;
  #policies = 0;
  #compared = 0;

  private constructor(parts: {
    dice: Dice;
    sentinels: Sentinels;
    accounts: Accounts;
    vendor: WarehouseVendor;
    send: (call: Call, token: string) => Promise<Answer>;
    close: () => Promise<void>;
    directory: string;
  }) {
    this.#dice = parts.dice;
    this.#sentinels = parts.sentinels;
    this.#accounts = parts.accounts;
    this.#vendor = parts.vendor;
    this.#send = parts.send;
    this.#close = parts.close;
    this.#directory = parts.directory;
    this.#conditions = conditionsOf(parts.accounts.worlds, parts.dice);
    this.#random = new RandomCalls(parts.accounts, parts.dice);
  }

  static async start(seed: number): Promise<Rehearsal> {
    const dice = new Dice(seed);
    const sentinels = new Sentinels(dice);
    const worlds = ['north', 'south'].map((name) => makeWorld(name, dice, sentinels, 12));
    const vendor = new WarehouseVendor(worlds, dice);
    await vendor.start();
    const directory = await mkdtemp(join(tmpdir(), 'connectory-rehearsal-'));
    const configuration = readConfiguration({
      PORT: '0',
      CONNECTORY_DATA_DIR: directory,
      CONNECTORY_EGRESS_ALLOW: '127.0.0.1',
      CONNECTORY_ADMIN_TOKEN: adminToken,
      CONNECTORY_LOG_LEVEL: 'silent',
    });
    const gateway = await startGateway({ ...configuration, purpose: 'demo' }, [warehouse], createLogger('silent'));
    const pool = new Pool(gateway.url, { connections: 8 });
    const send = async ({ method, path, body, headers }: Call, token: string): Promise<Answer> => {
      const response = await pool.request({
        method: method as 'GET',
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const text = `${JSON.stringify(response.headers)}\n${bytes.toString('utf8')}`;
      return { status: response.statusCode, bytes, text, json: parsed(bytes.toString('utf8')) };
    };
    const ask = async (method: string, path: string, body?: unknown): Promise<RawValue> => {
      const { status, text, json } = await send({ kind: '', method, path, body }, adminToken);
      if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 500)}`);
      return json;
    };
    await ask('POST', '/api/v1/workspaces', { name: 'rehearsal' });
    const ids = new Map<World, string>();
    for (const world of worlds) {
      const settings = { base_url: vendor.origin(world) };
      const draft = { connector: 'warehouse', name: world.name, credentials: { token: 'secret' }, settings };
      ids.set(world, (await ask('POST', `${workspacePath}/connections`, draft)).id);
    }
    const synchronize = async (since: string) => {
      for (const id of ids.values()) {
        for (;;) {
          const { data } = await ask('GET', `${workspacePath}/connections/${id}/syncs`);
          if (
            data.every(
              (state: RawValue) => state.finished_at !== null && state.finished_at >= since && state.phase === 'idle',
            )
          )
            break;
          await pause(20);
        }
      }
    };
    await synchronize('');
    for (const world of worlds) changeWorld(world, dice, sentinels);
    const now = new Date().toISOString();
    for (const id of ids.values()) await ask('POST', `${workspacePath}/connections/${id}/syncs`, { full: true });
    await synchronize(now);
    const close = async () => {
      await pool.destroy();
      await gateway.close();
      await vendor.stop();
      await rm(directory, { recursive: true, force: true });
    };
    return new Rehearsal({ dice, sentinels, accounts: { worlds, ids }, vendor, send, close, directory });
  }

  stop(): Promise<void> {
    return this.#close();
  }

  /** Makes a token with a random policy, sometimes another one with it, and sends random calls. */
  async tryPolicy(calls: number): Promise<void> {
    const { worlds } = this.#accounts;
    let policy = randomPolicy(this.#dice, this.#conditions, worlds);
    let token = await this.#token(adminToken, { ...policy, manage: true });
    if (this.#dice.chance(0.3)) {
      const child = await this.#token(token.text, randomPolicy(this.#dice, this.#conditions, worlds));
      token = child;
    }
    policy = token.policy;
    this.#policies += 1;
    const reference = new Reference(policy, this.#conditions, this.#sentinels);
    // A token may read its own policy.
    const allowed = new Set([...reference.everywhere(worlds), ...this.#sentinels.in(JSON.stringify(policy))]);
    for (let done = 0; done < calls; done++) {
      const call = this.#random.next();
      if (this.#dice.chance(0.02)) this.#vendor.failure = this.#dice.pick(['rejects', 'fails', 'garbles']);
      this.#vendor.written.length = 0;
      const answer = await this.#send(call, token.text);
      this.#vendor.failure = undefined;
      this.#judge(call, answer, reference, allowed, policy);
      await this.#followPage(call, answer, token.text, allowed, policy);
      if (call.kind !== 'feed' || answer.status !== 200 || answer.json.data.length === 0) continue;
      const streamed = this.#random.streamed(call, answer.json.data.length);
      this.#judge(streamed, await this.#send(streamed, token.text), reference, allowed, policy);
    }
    const world = this.#dice.pick(worlds);
    await this.#compare(world, token.text, reference, policy);
  }

  async #token(maker: string, policy: object): Promise<{ readonly text: string; readonly policy: PolicyBody }> {
    const body = { name: 'random', policy };
    const { status, text, json } = await this.#send(
      { kind: '', method: 'POST', path: `${workspacePath}/tokens`, body },
      maker,
    );
    if (status !== 201) throw new Error(`A token was refused with ${status}: ${text}\n${JSON.stringify(policy)}`);
    return { text: json.token, policy: json.policy };
  }

  #judge(
    call: Call,
    { status, text }: Answer,
    reference: Reference,
    allowed: ReadonlySet<string>,
    policy: PolicyBody,
  ): void {
    this.calls += 1;
    const count = this.#kinds.get(call.kind) ?? { sent: 0, succeeded: 0 };
    this.#kinds.set(call.kind, { sent: count.sent + 1, succeeded: count.succeeded + (status < 300 ? 1 : 0) });
    const fail = (kind: string, what: string) =>
      this.#failures.add(
        kind,
        `${call.kind} ${status} ${what} ${JSON.stringify(call.body ?? call.path)} ${JSON.stringify(policy)} ${text.slice(text.indexOf('\n'), 1500)}`,
      );
    if (status >= 500 && status !== 502 && status !== 503) fail('internal error', '');
    // What a caller sends is repeated in messages.
    const own = new Set(this.#sentinels.everywhereIn(JSON.stringify(call.body ?? '') + call.path));
    // The response to a write has to be shown.
    if (call.created !== undefined)
      for (const one of reference.shown(call.created.world, call.created.record, 'live')) own.add(one);
    const leaked = [...this.#sentinels.everywhereIn(text)].filter((one) => !allowed.has(one) && !own.has(one));
    if (leaked.length > 0) fail('leak', leaked.slice(0, 3).join(' '));
    const { tests, record } = call;
    if (tests !== undefined && status < 300 && reference.treatment(tests.world, tests.entity, tests.path) !== 'shown')
      fail('condition on a hidden field', tests.path);
    const current = record?.world.records.find(({ raw }) => raw.id === record.record.raw.id);
    if (record !== undefined && (current === undefined || !reference.exists(record.world, current))) {
      if (status < 300 && !(call.body as RawValue).dry_run) fail('record that does not exist', '');
      if (this.#vendor.written.length > 0) fail('write to a record that does not exist', this.#vendor.written.join());
    }
  }

  /** Goes on to the second page of a list or search. */
  async #followPage(
    call: Call,
    { status, json }: Answer,
    token: string,
    allowed: ReadonlySet<string>,
    policy: PolicyBody,
  ): Promise<void> {
    const next = status === 200 ? json?.meta?.next_params : undefined;
    if (next === undefined || next === null || call.path === '/mcp') return;
    const body = call.body as RawValue;
    const following = { ...call, kind: 'next page', body: { ...body, params: { ...body.params, ...next } } };
    const answer = await this.#send(following, token);
    this.#judge(following, answer, new Reference(policy, this.#conditions, this.#sentinels), allowed, policy);
    if (answer.status >= 400 && !answer.text.includes('looks like'))
      this.#failures.add(
        'page that cannot be continued',
        `${JSON.stringify(following.body)} ${answer.text.slice(-600)} ${JSON.stringify(policy)}`,
      );
  }

  /** Reads the records of each entity of an account in every way, which all must show the same, and all that the policy shows. */
  async #compare(world: World, token: string, reference: Reference, policy: PolicyBody): Promise<void> {
    const id = this.#accounts.ids.get(world) ?? '';
    for (const entity of entityNames) {
      const existing = world.records.filter((record) => record.entity === entity && reference.exists(world, record));
      const read = (action: string, params: object) =>
        this.#send({ kind: '', method: 'POST', path: executePath(id), body: { entity, action, params } }, token);
      const found = await read('context_store_search', { query: {}, limit: 1000 });
      this.calls += 1;
      if (found.status !== 200) {
        if (policy.detect === undefined && reference.isReadable(world, entity) && existing.length > 0)
          this.#failures.add('too much hidden', `${entity} ${found.text} ${JSON.stringify(policy)}`);
        continue;
      }
      const inCopy = new Map<string, string>(found.json.data.map((one: RawValue) => [one.id, JSON.stringify(one)]));
      const fail = (way: string, recordId: string, seen: string, wanted: string) =>
        this.#failures.add(
          `difference in ${way}`,
          `${entity} ${recordId}: ${seen} instead of ${wanted} ${JSON.stringify(policy)}`,
        );
      const ids = existing.map(({ raw }) => raw.id).sort();
      if ([...inCopy.keys()].sort().join() !== ids.join()) fail('search', '', [...inCopy.keys()].join(), ids.join());
      for (const record of existing) {
        const wanted = [...reference.shown(world, record, 'copy')].sort().join(' ');
        const seen = [...new Set(this.#sentinels.in(inCopy.get(record.raw.id) ?? ''))].sort().join(' ');
        if (seen !== wanted) fail('search', record.raw.id, seen, wanted);
        this.#compared += 1;
      }
      const same = (way: string, records: ReadonlyMap<string, string>) => {
        for (const [recordId, text] of inCopy) {
          const [seen, wanted] = [records.get(recordId) ?? '', text].map((one) => this.#sentinels.comparable(one)) as [
            string,
            string,
          ];
          if (seen !== wanted) fail(way, recordId, `${seen} (${records.get(recordId)})`, `${wanted} (${text})`);
        }
        if (records.size !== inCopy.size) fail(way, '', `${records.size} records`, `${inCopy.size}`);
      };
      await this.#compareFiles(id, entity, token, same);
      await this.#compareLive(world, entity, token, reference, existing, inCopy, fail);
    }
  }

  async #compareFiles(
    id: string,
    entity: string,
    token: string,
    same: (way: string, records: ReadonlyMap<string, string>) => void,
  ) {
    const get = (path: string) =>
      this.#send({ kind: '', method: 'GET', path: `${workspacePath}/connections/${id}${path}` }, token);
    const makesFiles = this.#dice.chance(0.1);
    if (makesFiles) same('export', linesOf((await get(`/copies/${entity}/export?format=ndjson`)).bytes));
    const feed = await get(`/changes?limit=1000&entity=${entity}`);
    // What a record was before may have what the policy refuses.
    const isRefused = feed.status === 403 && feed.text.includes('looks like');
    const latest = new Map<string, string>();
    for (const change of feed.json.data ?? []) {
      if (change.type === 'removed') latest.delete(change.record.id);
      else latest.set(change.record.id, JSON.stringify(change.record));
    }
    if (!isRefused) same('feed', latest);
    this.calls += 2;
    if (!makesFiles) return;
    const { bytes } = await get(`/copies/${entity}/export`);
    const path = join(this.#directory, 'export.parquet');
    await writeFile(path, bytes);
    const { columns } = await readWithDuckDb(path);
    const rows = (columns[0]?.values ?? []).map((_, row) =>
      Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
    );
    same('parquet', new Map(rows.map((row) => [String(row.id), JSON.stringify(row)])));
    const world = [...this.#accounts.ids].find(([, one]) => one === id)?.[0].name;
    const sql = `SELECT * FROM "${world}".${entity}`;
    const selected = await this.#send({ kind: '', method: 'POST', path: `${workspacePath}/sql`, body: { sql } }, token);
    same('sql', new Map((selected.json.data ?? []).map((row: RawValue) => [row.id, JSON.stringify(row)])));
    this.calls += 2;
  }

  async #compareLive(
    world: World,
    entity: string,
    token: string,
    reference: Reference,
    existing: readonly World['records'][number][],
    inCopy: ReadonlyMap<string, string>,
    fail: (way: string, recordId: string, seen: string, wanted: string) => void,
  ): Promise<void> {
    const path = executePath(this.#accounts.ids.get(world) ?? '');
    for (const record of this.#dice.shuffled(existing).slice(0, 3)) {
      const params = { id: record.raw.id, ...(record.order !== undefined && { order: record.order }) };
      const { status, text, json } = await this.#send(
        { kind: '', method: 'POST', path, body: { entity, action: 'get', params } },
        token,
      );
      this.calls += 1;
      if (status !== 200) {
        if (!text.includes('looks like')) fail('get', record.raw.id, text, 'the record');
        continue;
      }
      const wanted = [...reference.shown(world, record, 'live')].sort().join(' ');
      const live = JSON.stringify(json.data);
      const seen = [...new Set(this.#sentinels.in(live))].sort().join(' ');
      if (seen !== wanted) fail('get', record.raw.id, seen, wanted);
      const copied: RawValue = JSON.parse(inCopy.get(record.raw.id) ?? '{}');
      for (const [name, value] of Object.entries(copied)) {
        if (['buyer', 'label', 'order'].includes(name)) continue;
        // One hash or mask stands for the whole object, of which the copy has only a part.
        if (name === 'owner.login' && typeof json.data.owner !== 'object') continue;
        const own = name === 'owner.login' ? json.data.owner?.login : json.data[name];
        const [one, other] = [JSON.stringify(value ?? null), JSON.stringify(own ?? null)];
        if (one !== other) fail('get', `${record.raw.id} ${name}`, other, one);
      }
    }
  }

  verdict(seed: number, seconds: number): Verdict {
    const count = (kind: string) => this.#failures.count(kind);
    const ways = ['search', 'get', 'export', 'feed', 'parquet', 'sql'];
    return {
      title: `${this.calls} calls under ${this.#policies} policies, seed ${seed}, ${Math.round(seconds)} s`,
      lines: [
        none('responses with something that the policy hides', count('leak'), this.calls),
        none('conditions on hidden fields that were carried out', count('condition on a hidden field')),
        none('calls that found a record that does not exist for the token', count('record that does not exist')),
        none('writes that reached such a record', count('write to a record that does not exist')),
        none('internal errors', count('internal error')),
        none('pages that could not be continued', count('page that cannot be continued')),
        none('entities that were hidden although the policy shows them', count('too much hidden')),
        ...ways.map((way) => none(`differences in ${way}`, count(`difference in ${way}`))),
        atLeast('records compared between all ways', this.#compared, 1),
        ...[...this.#kinds]
          .sort()
          .map(([kind, { sent, succeeded }]) => shown(kind, `${succeeded} of ${sent} succeeded`)),
      ],
      failures: this.#failures.texts,
      figures: { calls: this.calls, policies: this.#policies, seconds, compared: this.#compared },
    };
  }
}

function linesOf(bytes: Buffer): ReadonlyMap<string, string> {
  const text = bytes.toString('utf8').trimEnd();
  return new Map((text === '' ? [] : text.split('\n')).map((line) => [JSON.parse(line).id, line]));
}

function parsed(text: string): RawValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
