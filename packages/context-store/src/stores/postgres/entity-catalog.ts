import { LRUCache } from 'lru-cache';
import { timeForm } from '../../query/field-type.ts';
import type { EntityLayout, LayoutField } from '../entity-layout.ts';
import { startsIndexed } from '../starts-indexed.ts';
import {
  columnDefinitions,
  columnKind,
  type EntityTable,
  type FieldColumns,
  fieldColumns,
  indexName,
} from './entity-table.ts';
import { type GinSupport, indexText, wordIndexText } from './indexes.ts';
import { changeSchema } from './schema-change.ts';
import { type Runner, run } from './statement.ts';

const namePattern = /^[a-z0-9][a-z0-9_-]{0,99}$/;
const maxTableName = 40;

/** How long a cached list of indexes is used. Other processes build indexes too. */
const indexesFreshMilliseconds = 60_000;

const maxOpened = 2_000;

interface OpenedTable {
  readonly table: EntityTable;
  seenAt: number;
}

/** The tables of the entities that this process uses. */
export class EntityCatalog {
  readonly #pool: Runner;
  readonly #gin: GinSupport;
  // Connections with times of their own have tables of their own here.
  readonly #opened = new LRUCache<string, Promise<OpenedTable>>({ max: maxOpened });
  #created: Promise<unknown> = Promise.resolve();
  readonly #ids = new Map<string, number>();
  readonly #contents = new WeakMap<EntityLayout, string>();

  constructor(pool: Runner, gin: GinSupport) {
    this.#pool = pool;
    this.#gin = gin;
  }

  /** Returns the table of an entity. The first call in this process creates the table and any missing columns. */
  async table(layout: EntityLayout): Promise<EntityTable> {
    const content = this.#contentOf(layout);
    let opening = this.#opened.get(content);
    if (opening === undefined) {
      opening = this.#open(layout);
      this.#opened.set(content, opening);
      opening.catch(() => this.#opened.delete(content));
    }
    const opened = await opening;
    if (performance.now() - opened.seenAt > indexesFreshMilliseconds) await this.#refresh(opened);
    return opened.table;
  }

  /** Whether this process has used the table of an entity before. */
  knows(layout: EntityLayout): boolean {
    return this.#opened.has(this.#contentOf(layout));
  }

  /** Returns the IDs of entities of one connector, null for those without stored records. */
  async entityIds(layouts: readonly EntityLayout[]): Promise<readonly (number | null)[]> {
    const connector = layouts[0]?.connector ?? '';
    const idOf = ({ entity }: EntityLayout) => this.#ids.get(`${connector}/${entity}`) ?? null;
    if (layouts.some((layout) => idOf(layout) === null)) {
      const rows = await run<{ entity: string; id: number }>(
        this.#pool,
        'select entity, entity_id as id from context_store_entities where connector = $1::text',
        [connector],
      );
      for (const { entity, id } of rows) this.#ids.set(`${connector}/${entity}`, id);
    }
    return layouts.map(idOf);
  }

  async #open(layout: EntityLayout): Promise<OpenedTable> {
    const found = await findTable(this.#pool, layout);
    const table = found ?? (await this.#create(layout));
    return { table, seenAt: performance.now() };
  }

  // One at a time, so that waiting for the schema lock does not use up the connections that pages and live writes need.
  #create(layout: EntityLayout): Promise<EntityTable> {
    const created = this.#created
      .catch(() => undefined)
      .then(() => changeSchema(this.#pool, (transaction) => createTable(transaction, layout, this.#gin)));
    this.#created = created;
    return created;
  }

  async #refresh(opened: OpenedTable): Promise<void> {
    opened.seenAt = performance.now();
    const { indexes, name } = opened.table;
    const valid = await validIndexes(this.#pool, name);
    for (const index of indexes) if (!valid.has(index)) indexes.delete(index);
    for (const index of valid) indexes.add(index);
  }

  #contentOf(layout: EntityLayout): string {
    const known = this.#contents.get(layout);
    if (known !== undefined) return known;
    const content = JSON.stringify([
      layout.connector,
      layout.entity,
      layout.fields.map((field) => [field.name, field.type, columnKind(field), ...ownTimes(field)]),
    ]);
    this.#contents.set(layout, content);
    return content;
  }
}

/** The tables of the entities that a connection has a copy of. */
export async function entityTablesOf(
  runner: Runner,
  connectionId: string,
): Promise<readonly Pick<EntityTable, 'entityId' | 'name'>[]> {
  const rows = await run<{ entity_id: number; table_name: string }>(
    runner,
    `select entity_id, table_name from context_store_entities join context_store_state using (entity_id)
      where connection_id = $1::uuid and table_name is not null order by entity_id`,
    [connectionId],
  );
  return rows.map(({ entity_id: entityId, table_name: name }) => ({ entityId, name }));
}

/** The names of the valid indexes of a table. */
export async function validIndexes(runner: Runner, tableName: string): Promise<Set<string>> {
  const rows = await run<{ name: string }>(
    runner,
    `select named.relname as name from pg_index join pg_class as named on named.oid = indexrelid
      where indrelid = to_regclass($1::text) and indisvalid`,
    [tableName],
  );
  return new Set(rows.map(({ name }) => name));
}

// The keys of times are stored with a record, and the times that accounts add differ by connection.
function ownTimes({ own, members }: LayoutField): readonly string[] {
  if (own !== true) return [];
  const times = Object.entries(members).filter(([, type]) => timeForm(type) !== null);
  return times.map(([path, type]) => `${path}:${type}`).sort();
}

async function findTable(runner: Runner, layout: EntityLayout): Promise<EntityTable | null> {
  const rows = await run<{ entity_id: number; table_name: string; number: number; name: string; kind: string }>(
    runner,
    `select entity_id, table_name, number, name, kind
      from context_store_entities join context_store_fields using (entity_id)
      where connector = $1::text and entity = $2::text and table_name is not null`,
    [layout.connector, layout.entity],
  );
  const [first] = rows;
  if (first === undefined) return null;
  const numbers = new Map(rows.map(({ name, kind, number }) => [`${kind} ${name}`, number]));
  const columns = new Map<string, FieldColumns>();
  for (const field of layout.fields) {
    const number = numbers.get(`${columnKind(field)} ${field.name}`);
    if (number === undefined) return null;
    columns.set(field.name, fieldColumns(field, number));
  }
  const signature = Array.from(columns.values(), ({ number, field }) => [number, ...ownTimes(field)].join(' ')).join();
  const indexes = await validIndexes(runner, first.table_name);
  return { entityId: first.entity_id, name: first.table_name, columns, signature, indexes };
}

async function createTable(transaction: Runner, layout: EntityLayout, gin: GinSupport): Promise<EntityTable> {
  const { connector, entity } = layout;
  for (const name of [connector, entity]) {
    if (!namePattern.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a name of a connector or entity.`);
  }
  await run(
    transaction,
    'insert into context_store_entities (connector, entity) values ($1::text, $2::text) on conflict do nothing',
    [connector, entity],
  );
  const [row] = await run<{ entity_id: number; table_name: string | null }>(
    transaction,
    'select entity_id, table_name from context_store_entities where connector = $1::text and entity = $2::text',
    [connector, entity],
  );
  if (row === undefined) throw new Error(`The entry of ${connector}/${entity} in context_store_entities disappeared.`);
  const added = await addFields(transaction, row.entity_id, layout);
  if (row.table_name === null) {
    const name = `context_${row.entity_id}_${connector}_${entity}`.replaceAll('-', '_').slice(0, maxTableName);
    for (const text of tableTexts(name, gin)) await run(transaction, text, []);
    await addColumns(transaction, name, added);
    for (const columns of added.filter(({ field }) => startsIndexed(field))) {
      const index = indexName({ name }, 'ordered', columns);
      await run(transaction, `create index ${index} on ${name} ${indexText('ordered', columns, gin)}`, []);
    }
    await run(transaction, 'update context_store_entities set table_name = $2::text where entity_id = $1::integer', [
      row.entity_id,
      name,
    ]);
  } else await addColumns(transaction, row.table_name, added);
  const table = await findTable(transaction, layout);
  if (table === null) throw new Error(`The fields of ${connector}/${entity} were not recorded.`);
  return table;
}

async function addFields(
  transaction: Runner,
  entityId: number,
  { fields }: EntityLayout,
): Promise<readonly FieldColumns[]> {
  const known = await run<{ number: number; name: string; kind: string }>(
    transaction,
    'select number, name, kind from context_store_fields where entity_id = $1::integer',
    [entityId],
  );
  const names = new Set(known.map(({ name, kind }) => `${kind} ${name}`));
  const start = known.reduce((most, { number }) => Math.max(most, number), 0) + 1;
  const added = fields
    .filter((field) => !names.has(`${columnKind(field)} ${field.name}`))
    .map((field, index) => fieldColumns(field, start + index));
  for (const { field, kind, number } of added) {
    await run(
      transaction,
      'insert into context_store_fields (entity_id, number, name, kind) values ($1::integer, $2::integer, $3::text, $4::text)',
      [entityId, number, field.name, kind],
    );
  }
  return added;
}

async function addColumns(transaction: Runner, tableName: string, added: readonly FieldColumns[]): Promise<void> {
  const clauses = added.flatMap(columnDefinitions).map(({ name, type }) => `add column ${name} ${type}`);
  if (clauses.length > 0) await run(transaction, `alter table ${tableName} ${clauses.join(', ')}`, []);
}

/**
 * The digest is part of the primary key's index, so that unchanged records are recognized without reading them. The table is analyzed when a
 * fiftieth of it has changed, because the plans of a new connection depend on it, and remembers the frequencies of up to 10,000 words: of
 * any other word, the planner only knows that it is less frequent.
 */
function tableTexts(name: string, gin: GinSupport): readonly string[] {
  return [
    `create table ${name} (
      connection_id uuid not null,
      key text collate "C" not null,
      digest uuid not null,
      words tsvector not null,
      more_words text[] collate "C",
      primary key (connection_id, key) include (digest))
      with (autovacuum_analyze_scale_factor = 0.02)`,
    `alter table ${name} alter column words set statistics 1000`,
    `create index ${name}_words on ${name} ${wordIndexText(gin)}`,
    `create index ${name}_more_words on ${name} (connection_id) where more_words is not null`,
  ];
}
