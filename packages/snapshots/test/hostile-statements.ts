import fc from 'fast-check';

/** What hostile statements aim at. */
export interface Aims {
  /** Files with a secret: a Parquet file of another workspace, and a text. */
  readonly files: readonly string[];
  /** The folder of the files, in which nothing may be written. */
  readonly folder: string;
  /** A server that may not be called. */
  readonly url: string;
  /** An environment variable with a secret. */
  readonly variable: string;
}

const keywords = /\b[A-Z]{2,}\b/g;

/**
 * Generates statements that try to read files, network, settings, the environment, hidden columns and other workspaces, or to write:
 * dangerous parts in nested harmless ones, spelled in unusual ways. Some are harmless, so that a check that refuses everything fails.
 */
export function hostileStatements(aims: Aims): fc.Arbitrary<string> {
  const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const places = [
    ...aims.files,
    `${aims.folder}/*`,
    `${aims.folder}/written`,
    `${aims.url}/x.parquet`,
    '/etc/passwd',
    '/proc/self/environ',
  ];
  const place = pick(
    ...places.map(text),
    '(SELECT path FROM pay.payments)',
    `['${aims.files[0]}']`,
    `$$${aims.files[0]}$$`,
  );

  const fileFunction = pick(
    'read_parquet',
    'parquet_scan',
    'read_csv',
    'read_csv_auto',
    'read_json',
    'read_json_auto',
    'read_ndjson_objects',
    'read_text',
    'read_blob',
    'read_duckdb',
    'sniff_csv',
    'glob',
    'parquet_metadata',
    'parquet_schema',
    'parquet_kv_metadata',
    'arrow_scan',
    'seq_scan',
  );
  const otherFunction = pick(
    'duckdb_settings()',
    'duckdb_views()',
    'duckdb_tables()',
    'duckdb_secrets()',
    'duckdb_databases()',
    'duckdb_functions()',
    'duckdb_logs()',
    'duckdb_external_file_cache()',
    'duckdb_temporary_files()',
    'pragma_database_list()',
    "pragma_table_info('pay.payments')",
    'pragma_platform()',
    'pragma_user_agent()',
    `query('FROM ' || ${text(text(aims.files[0] ?? ''))})`,
    `query_table(${text(aims.files[0] ?? '')})`,
    "query_table('duckdb_views')",
    "json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "histogram_values('pay.payments', 'id')",
    "enable_logging('QueryLog')",
    'checkpoint()',
    "which_secret('s3://x', 's3')",
  );
  const dangerousTable = fc.oneof(
    fc.tuple(fileFunction, place).map(([name, path]) => `${name}(${path})`),
    otherFunction,
    pick(...places).map((path) => `"${path}"`),
    pick(...places).map(text),
    pick(
      'information_schema.tables',
      'information_schema.columns',
      'pg_catalog.pg_views',
      'pg_class',
      'sqlite_master',
      'duckdb_views',
      'duckdb_settings',
      'pragma_database_list',
      'system.information_schema.tables',
      'memory.main.sqlite_master',
      'temp.sqlite_temp_master',
      'other.secrets',
      '"crm-1".hidden',
      'main."crm-1.customers"',
      'memory."crm-1".customers',
    ),
  );
  const dangerousScalar = pick(
    `getenv('${aims.variable}')`,
    `main.getenv('${aims.variable}')`,
    `'${aims.variable}'.getenv()`,
    "current_setting('allowed_paths')",
    "current_setting('memory_limit')",
    "getvariable('x')",
    'current_query()',
    'pg_get_viewdef(1)',
    "format_type(1, 'x')",
    'current_schemas(true)',
    'hidden',
    'c.hidden',
    'customers.hidden',
    '"crm-1".customers.hidden',
    "c['hidden']",
    "struct_extract(c, 'hidden')",
    'c',
    '#3',
    "COLUMNS('hid.*')",
    'COLUMNS(x -> true)',
    '* REPLACE (hidden AS id)',
    '* RENAME (age AS hidden)',
    'rowid',
    'filename',
    'file_row_number',
    "nextval('x')",
    "write_log('x')",
    'sleep_ms(0)',
    'txid_current()',
    "json_serialize_sql('SELECT 1')",
    'json_serialize_plan(\'FROM "crm-1".customers\')',
    'version()',
    "in_search_path('x', 'y')",
    '$1',
    '?',
  );
  const safeTable = pick(
    '"crm-1".customers c',
    'pay.payments',
    'range(3)',
    'generate_series(1, 2)',
    'unnest([1, 2])',
    '(VALUES (1), (2)) v(x)',
    `json_each('{"a": 1}')`,
  );
  const safeScalar = pick(
    '1',
    'id',
    'age',
    'count(*)',
    'max(id)',
    'list_transform([1], x -> x + 1)',
    "{'a': 1}.a",
    'now()',
    "'x' || 1",
  );

  const { query } = fc.letrec<{ query: string; table: string; scalar: string }>((tie) => ({
    table: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'part' },
      { weight: 3, arbitrary: dangerousTable },
      { weight: 3, arbitrary: safeTable },
      tie('query').map((inner) => `(${inner})`),
      fc.tuple(tie('table'), tie('table')).map(([one, other]) => `${one}, LATERAL (FROM ${other})`),
      fc.tuple(tie('table'), tie('table')).map(([one, other]) => `${one} POSITIONAL JOIN ${other}`),
      fc.tuple(tie('table'), tie('scalar')).map(([one, scalar]) => `${one} PIVOT (count(*) FOR ${scalar} IN (1, 2))`),
      tie('table').map((one) => `${one} TABLESAMPLE 50%`),
      tie('table').map((one) => `${one} AT (VERSION => 1)`),
    ),
    scalar: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'part' },
      { weight: 3, arbitrary: dangerousScalar },
      { weight: 3, arbitrary: safeScalar },
      tie('query').map((inner) => `(${inner} LIMIT 1)`),
      tie('query').map((inner) => `EXISTS (${inner})`),
      tie('query').map((inner) => `ARRAY(${inner})`),
      tie('scalar').map((inner) => `list_transform([1], x -> ${inner})`),
      tie('scalar').map((inner) => `[${inner} FOR x IN [1, 2] IF x > 1]`),
      tie('scalar').map((inner) => `CASE WHEN true THEN ${inner} END`),
      tie('scalar').map((inner) => `CAST(${inner} AS VARCHAR)`),
      tie('scalar').map((inner) => `TRY(${inner})`),
      tie('scalar').map((inner) => `first(${inner}) OVER (ORDER BY ${inner})`),
      tie('scalar').map((inner) => `list_aggr([${inner}], 'first')`),
      fc.tuple(tie('scalar'), tie('scalar')).map(([one, other]) => `count(${one}) FILTER (${other})`),
    ),
    query: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'part' },
      fc.tuple(tie('scalar'), tie('table')).map(([scalar, table]) => `SELECT ${scalar} FROM ${table}`),
      tie('table').map((table) => `FROM ${table}`),
      tie('table').map((table) => `SELECT * FROM ${table}`),
      tie('scalar').map((scalar) => `VALUES (${scalar})`),
      fc.tuple(tie('query'), tie('query')).map(([one, other]) => `${one} UNION ALL BY NAME ${other}`),
      fc.tuple(tie('query'), tie('scalar')).map(([one, scalar]) => `${one} ORDER BY ${scalar}`),
      fc.tuple(tie('query'), tie('scalar')).map(([one, scalar]) => `${one} LIMIT (${scalar})`),
      tie('query').map((inner) => `DESCRIBE ${inner}`),
      tie('query').map((inner) => `SUMMARIZE ${inner}`),
      fc
        .tuple(pick('t', 'duckdb_views', 'sqlite_master', 'pg_class', 'duc\u212Adb_views'), tie('query'), tie('query'))
        .map(([name, one, other]) => `WITH ${name} AS (${one}) ${other}`),
      fc
        .tuple(pick('t', 'sqlite_master', 'duckdb_settings'), tie('query'))
        .map(([name, one]) => `WITH RECURSIVE ${name} AS (FROM ${name} UNION ALL ${one}) FROM ${name}`),
    ),
  }));

  const target = text(`${aims.folder}/written`);
  const statement = fc.oneof(
    { weight: 12, arbitrary: query },
    query.map((inner) => `COPY (${inner}) TO ${target}`),
    query.map((inner) => `EXPLAIN ANALYZE ${inner}`),
    query.map((inner) => `CREATE TABLE written AS ${inner}`),
    query.map((inner) => `CREATE MACRO range() AS TABLE ${inner}`),
    query.map((inner) => `PREPARE p AS ${inner}`),
    query.map((inner) => `PIVOT (${inner}) ON id`),
    pick(
      `ATTACH ${target} AS written`,
      `EXPORT DATABASE ${target}`,
      `IMPORT DATABASE ${text(aims.folder)}`,
      'INSTALL httpfs',
      'LOAD httpfs',
      `LOAD ${target}`,
      'SET lock_configuration = false',
      'SET enable_external_access = true',
      `SET temp_directory = ${target}`,
      `SET SESSION search_path = 'pg_catalog'`,
      'RESET ALL',
      'PRAGMA database_list',
      'CALL pragma_version()',
      'CHECKPOINT',
      'USE temp',
      'DROP VIEW pay.payments',
      'DELETE FROM pay.payments',
      'INSERT INTO pay.payments VALUES (1)',
      'BEGIN TRANSACTION',
      "CREATE SECRET s (TYPE s3, KEY_ID 'x')",
      `VACUUM`,
      'SHOW ALL TABLES',
    ),
  );
  const doubled = fc.tuple(pick('SELECT 1', ''), statement).map(([one, other]) => `${one}; ${other}`);
  return fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: statement }, doubled),
      pick('plain', 'comments', 'lines', 'case', 'quoted', 'qualified', 'suffix'),
      fc.nat(1_000),
    )
    .map(([sql, spelling, seed]) => spelled(sql, spelling, seed));
}

function spelled(sql: string, spelling: string, seed: number): string {
  switch (spelling) {
    case 'comments':
      return sql.replaceAll(' ', '/* SELECT 1; */');
    case 'lines':
      return sql.replaceAll(' ', ' -- x\n\t');
    case 'case':
      return sql.replaceAll(keywords, (word) =>
        [...word].map((letter, index) => ((seed >> (index % 10)) & 1 ? letter.toLowerCase() : letter)).join(''),
      );
    case 'quoted':
      return sql.replaceAll(/\b([a-z_]+)\(/g, '"$1"(');
    case 'qualified':
      return sql.replaceAll(/\b([a-z_]+)\(/g, seed % 2 === 0 ? 'main.$1(' : 'system.main.$1(');
    case 'suffix':
      return `${sql}${[';', ';;', ' -- end', '\u200B', '\0', ' /*'][seed % 6]}`;
    default:
      return sql;
  }
}
