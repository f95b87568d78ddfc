import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawValue } from '@connectory/connector-sdk';
import { readWithDuckDb } from '../../../../packages/snapshots/test/read-with-duckdb.ts';
import { executePath, workspacePath } from './calls.ts';
import type { Judge, Subject } from './judge.ts';
import type { WarehouseGateway } from './warehouse-gateway.ts';
import { entityNames, type World } from './world.ts';

/** Compares what different ways show of the same records. */
export class WaysOfReading {
  readonly #gateway: WarehouseGateway;
  readonly #judge: Judge;

  constructor(gateway: WarehouseGateway, judge: Judge) {
    this.#gateway = gateway;
    this.#judge = judge;
  }

  /** Reads the records of each entity of an account in every way, which all must show the same, and all that the policy shows. */
  async compare(world: World, subject: Subject): Promise<void> {
    const { reference, policy } = subject;
    const id = this.#gateway.accounts.ids.get(world) ?? '';
    for (const entity of entityNames) {
      const existing = world.records.filter((record) => record.entity === entity && reference.exists(world, record));
      const read = (action: string, params: object) =>
        this.#judge.send(
          { kind: '', method: 'POST', path: executePath(id), body: { entity, action, params } },
          subject,
        );
      const found = await read('context_store_search', { query: {}, limit: 1000 });
      if (found.status !== 200) {
        if (policy.detect === undefined && reference.isReadable(world, entity) && existing.length > 0)
          this.#judge.fail('too much hidden', `${entity} ${found.text}`, subject);
        continue;
      }
      const inCopy = new Map<string, string>(found.json.data.map((one: RawValue) => [one.id, JSON.stringify(one)]));
      const fail = (way: string, recordId: string, seen: string, wanted: string) =>
        this.#judge.fail(`difference in ${way}`, `${entity} ${recordId}: ${seen} instead of ${wanted}`, subject);
      const ids = existing.map(({ raw }) => raw.id).sort();
      if ([...inCopy.keys()].sort().join() !== ids.join()) fail('search', '', [...inCopy.keys()].join(), ids.join());
      for (const record of existing) {
        const wanted = [...reference.shown(world, record, 'copy')].sort().join(' ');
        const seen = [...new Set(this.#gateway.sentinels.in(inCopy.get(record.raw.id) ?? ''))].sort().join(' ');
        if (seen !== wanted) fail('search', record.raw.id, seen, wanted);
        this.#judge.compared += 1;
      }
      const same = (way: string, records: ReadonlyMap<string, string>) => {
        for (const [recordId, text] of inCopy) {
          const [seen, wanted] = [records.get(recordId) ?? '', text].map((one) =>
            this.#gateway.sentinels.comparable(one),
          ) as [string, string];
          if (seen !== wanted) fail(way, recordId, `${seen} (${records.get(recordId)})`, `${wanted} (${text})`);
        }
        if (records.size !== inCopy.size) fail(way, '', `${records.size} records`, `${inCopy.size}`);
      };
      await this.#compareFiles(id, entity, subject, same);
      await this.#compareLive(world, entity, subject, existing, inCopy, fail);
    }
  }

  async #compareFiles(
    id: string,
    entity: string,
    subject: Subject,
    same: (way: string, records: ReadonlyMap<string, string>) => void,
  ) {
    const get = (path: string) =>
      this.#judge.send({ kind: '', method: 'GET', path: `${workspacePath}/connections/${id}${path}` }, subject);
    const makesFiles = this.#gateway.dice.chance(0.1);
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
    if (!makesFiles) return;
    const { bytes } = await get(`/copies/${entity}/export`);
    const path = join(this.#gateway.directory, 'export.parquet');
    await writeFile(path, bytes);
    const { columns } = await readWithDuckDb(path);
    const rows = (columns[0]?.values ?? []).map((_, row) =>
      Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])),
    );
    same('parquet', new Map(rows.map((row) => [String(row.id), JSON.stringify(row)])));
    const world = [...this.#gateway.accounts.ids].find(([, one]) => one === id)?.[0].name;
    const sql = `SELECT * FROM "${world}".${entity}`;
    const selected = await this.#judge.send(
      { kind: '', method: 'POST', path: `${workspacePath}/sql`, body: { sql } },
      subject,
    );
    same('sql', new Map((selected.json.data ?? []).map((row: RawValue) => [row.id, JSON.stringify(row)])));
  }

  async #compareLive(
    world: World,
    entity: string,
    subject: Subject,
    existing: readonly World['records'][number][],
    inCopy: ReadonlyMap<string, string>,
    fail: (way: string, recordId: string, seen: string, wanted: string) => void,
  ): Promise<void> {
    const path = executePath(this.#gateway.accounts.ids.get(world) ?? '');
    for (const record of this.#gateway.dice.shuffled(existing).slice(0, 3)) {
      const params = { id: record.raw.id, ...(record.order !== undefined && { order: record.order }) };
      const { status, text, json } = await this.#judge.send(
        { kind: '', method: 'POST', path, body: { entity, action: 'get', params } },
        subject,
      );
      if (status !== 200) {
        if (!text.includes('looks like')) fail('get', record.raw.id, text, 'the record');
        continue;
      }
      const wanted = [...subject.reference.shown(world, record, 'live')].sort().join(' ');
      const live = JSON.stringify(json.data);
      const seen = [...new Set(this.#gateway.sentinels.in(live))].sort().join(' ');
      if (seen !== wanted) fail('get', record.raw.id, seen, wanted);
      const copied: RawValue = JSON.parse(inCopy.get(record.raw.id) ?? '{}');
      for (const [name, value] of Object.entries(copied)) {
        if (['buyer', 'label', 'order'].includes(name)) continue;
        // One hash or mask stands for the whole object, of which the copy has only a part.
        if (name === 'owner.login' && !Object(json.data.owner).login) continue;
        const own = name === 'owner.login' ? json.data.owner?.login : json.data[name];
        const [one, other] = [JSON.stringify(value ?? null), JSON.stringify(own ?? null)];
        if (one !== other) fail('get', `${record.raw.id} ${name}`, other, one);
      }
    }
  }
}

function linesOf(bytes: Buffer): ReadonlyMap<string, string> {
  const text = bytes.toString('utf8').trimEnd();
  return new Map((text === '' ? [] : text.split('\n')).map((line) => [JSON.parse(line).id, line]));
}
