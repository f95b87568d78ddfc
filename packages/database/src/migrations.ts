import { type Kysely, sql, type Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';

/** One step of a schema's history. Once released, neither its name nor its effect may change: add a further step. */
export interface Migration {
  /** Unique within its owner, for example `001-connections`. */
  readonly name: string;
  up(transaction: Transaction<unknown>, dialect: Dialect): Promise<void>;
}

type MigrationTables = {
  connectory_migrations: { owner: string; position: number; name: string; applied_at: string };
};

// Any fixed number works as long as no other program on the same PostgreSQL database takes it for its own lock.
const advisoryLock = 4_851_220_173;

/**
 * Runs the steps of `owner` that are not recorded yet, one transaction each, under a lock that serializes processes.
 * Throws when the recorded steps are not the beginning of `migrations`: the database belongs to another version.
 */
export async function runMigrations(
  kysely: Kysely<unknown>,
  dialect: Dialect,
  owner: string,
  migrations: readonly Migration[],
): Promise<void> {
  const names = migrations.map((migration) => migration.name);
  if (new Set(names).size !== names.length) throw new Error(`The migrations of ${owner} contain a name twice.`);
  while (await kysely.transaction().execute((transaction) => runNext(transaction, dialect, owner, migrations))) {
    // each turn has committed one step
  }
}

/** The names of the steps of `owner` that a database has seen, in order. Changes nothing. */
export async function appliedMigrations(kysely: Kysely<unknown>, owner: string): Promise<readonly string[]> {
  const tables = await kysely.introspection.getTables();
  if (!tables.some(({ name }) => name === 'connectory_migrations')) return [];
  const applied = await kysely
    .withTables<MigrationTables>()
    .selectFrom('connectory_migrations')
    .select('name')
    .where('owner', '=', owner)
    .orderBy('position')
    .execute();
  return applied.map(({ name }) => name);
}

async function runNext(
  transaction: Transaction<unknown>,
  dialect: Dialect,
  owner: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock}::bigint)`.execute(transaction);
  await transaction.schema
    .createTable('connectory_migrations')
    .ifNotExists()
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('connectory_migrations_primary_key', ['owner', 'position'])
    .execute();

  const recorded = transaction.withTables<MigrationTables>();
  const applied = await recorded
    .selectFrom('connectory_migrations')
    .select('name')
    .where('owner', '=', owner)
    .orderBy('position')
    .execute();
  applied.forEach(({ name }, position) => {
    const expected = migrations[position]?.name;
    if (expected === name) return;
    throw new Error(
      expected === undefined
        ? `The database was migrated by a newer version (step "${name}" of ${owner} is unknown here). Start that version or newer.`
        : `The database does not belong to this version: step ${position + 1} of ${owner} is "${name}", expected "${expected}". Use another database or the version that wrote it.`,
    );
  });

  const next = migrations[applied.length];
  if (next === undefined) return false;
  await next.up(transaction, dialect);
  await recorded
    .insertInto('connectory_migrations')
    .values({ owner, position: applied.length, name: next.name, applied_at: new Date().toISOString() })
    .execute();
  return true;
}
