import { type Connector, valueAt } from '@connectory/connector-sdk';
import { jsonSchema, resultKind } from '@connectory/connector-sdk/engine';
import type { ExecuteResult } from '@connectory/core';
import { type ConformanceCheck, Finding, require, shown } from '../conformance-check.ts';
import { type DeclaredAction, declaredActions } from '../declarations.ts';
import { generateParameterSets } from '../parameters/parameter-sets.ts';
import { sampleBytes } from '../sample-file.ts';
import { jsonOf, type Outcome, type TestGateway } from '../test-gateway.ts';
import { readPages, recordKey } from './list-pages.ts';

/** Each action runs against the simulated vendor and must return its declared shape; its dry run must send nothing. */
export function actionChecks(connector: Connector): readonly ConformanceCheck[] {
  const actions = declaredActions(connector);
  return [
    ...actions.map((declared) => ({
      group: 'actions' as const,
      name: `${declared.title} answers in its declared shape`,
      run: (gateway: TestGateway) => responsesAsDeclared(gateway, declared),
    })),
    ...actions.map((declared) => ({
      group: 'actions' as const,
      name: `${declared.title} shows its request as a dry run and sends nothing`,
      run: (gateway: TestGateway) => showsRequest(gateway, declared),
    })),
    ...actions
      .filter(({ name }) => name === 'upload')
      .map((declared) => ({
        group: 'actions' as const,
        name: `${declared.title} sends the file byte by byte`,
        run: (gateway: TestGateway) => sendsFile(gateway, declared),
      })),
  ];
}

async function responsesAsDeclared(
  gateway: TestGateway,
  { entity, name, action, title }: DeclaredAction,
): Promise<void> {
  const params = gateway.example(entity.name, name);
  const outcome = await gateway.execute({ entity: entity.name, action: name, params });
  const result = succeeded(outcome, `${title} with ${shown(params)}`);
  if (result.kind === 'file') {
    let bytes = 0;
    for await (const chunk of result.file.body) bytes += (chunk as Buffer).length;
    return require(bytes > 0, () => `${title} gave an empty file: look at fileAt.`);
  }
  const schema = (action.result ?? entity.record).partial();
  const data = jsonOf(result);
  const rows = resultKind(name) === 'records' ? (data as unknown[]) : [data];
  require(rows.length > 0, () => {
    return `${title} answers no record to ${shown(params)}. If its parameters cannot be guessed, give them as params: { '${entity.name}.${name}': … } to testConnector.`;
  });
  for (const row of rows) {
    const { error } = schema.safeParse(row);
    require(error === undefined, () =>
      `${title} answers what its record does not declare: ${error?.message} in ${shown(row)}`);
  }
  if (resultKind(name) === 'records' && result.kind === 'records') requirePagination(result, action, title);
  if (action.result === undefined && result.kind === 'records') requireKeys(rows, entity.key, title);
}

function requirePagination(
  { meta }: Extract<ExecuteResult, { kind: 'records' | 'record' }>,
  action: DeclaredAction['action'],
  title: string,
) {
  const declared = [...Object.keys(action.meta), 'next_params'].sort();
  require(declared.join() === Object.keys(meta).sort().join(), () => {
    return `${title} returns ${Object.keys(meta).join(', ')} with its records; declared are ${declared.join(', ')}.`;
  });
  for (const [field, { type }] of Object.entries(action.meta)) {
    const { error } = type.safeParse(meta[field]);
    require(error === undefined, () =>
      `the pagination field ${field} of ${title} is not of its type: ${error?.message}`);
  }
}

function requireKeys(rows: readonly unknown[], key: DeclaredAction['entity']['key'], title: string): void {
  for (const path of key === null ? [] : [key].flat()) {
    const without = rows.find((row) => (valueAt(row, path) ?? null) === null);
    require(without === undefined, () => `a record of ${title} has no ${path}, which is its key: ${shown(without)}`);
  }
}

async function showsRequest(gateway: TestGateway, { entity, name, action, title }: DeclaredAction): Promise<void> {
  const { id } = gateway.connector;
  const base = gateway.sandbox.baseUrl(gateway.sandboxOrigin, id);
  const { sets, notes } = generateParameterSets(jsonSchema(action.params));
  require(sets.length > 0, () =>
    `no parameters can be made for ${title}: ${notes.join('; ')}. Give one an example: .meta({ examples: […] }).`);
  const tried = sets.filter(({ label }) => label === 'required parameters' || label === 'all parameters');
  const arrived = await gateway.arrivalsDuring(async () => {
    for (const { label, params } of tried) {
      const body = { entity: entity.name, action: name, params, dry_run: true };
      const result = succeeded(await gateway.execute(body), `the dry run of ${title} with ${label}: ${shown(params)}`);
      if (result.kind !== 'preview') throw new Finding(`the dry run of ${title} gave a ${result.kind}.`);
      require(result.requests.length > 0, () => `the dry run of ${title} shows no request.`);
      for (const { url } of result.requests) {
        require(url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`), () => {
          return `${title} would be sent to ${url}, which is not below the base URL.`;
        });
      }
    }
  });
  require(arrived.length === 0, () =>
    `the dry run of ${title} reached the vendor: ${arrived[0]?.method} ${arrived[0]?.url}`);
}

async function sendsFile(gateway: TestGateway, { entity, name, title }: DeclaredAction): Promise<void> {
  const params = gateway.example(entity.name, name);
  const arrived = await gateway.arrivalsDuring(() => gateway.execute({ entity: entity.name, action: name, params }));
  const [file, ...more] = arrived.flatMap((one) => one.file ?? []);
  require(file !== undefined && more.length === 0, () =>
    `${title} sent ${more.length + (file ? 1 : 0)} files, not one.`);
  require(file.bytes.equals(sampleBytes), () => `${title} changed the bytes of the file.`);
  require(file.type === 'image/png', () => `${title} sent the file as ${file.type}, not as image/png.`);
}

/** The result of a call that must succeed. Throws a `Finding` that names the failed part and where to look. */
export function succeeded({ result, error }: Outcome, what: string): ExecuteResult {
  if (result !== undefined) return result;
  const { cause, code, message } = error;
  const thrown = code === 'internal' && cause instanceof Error ? ` ${cause.stack ?? cause.message}` : '';
  throw new Finding(`${what} ended with ${code}: ${message}${thrown}`);
}

const sizes = [7, 5, 10, 20, 25, 30, 50, 100];

/** Each list is followed to its end by `next_params` and must return every record once, with pages of any size. */
export function pagingChecks(connector: Connector): readonly ConformanceCheck[] {
  return declaredActions(connector)
    .filter(({ name, action }) => resultKind(name) === 'records' && action.paging !== null)
    .map((declared) => ({
      group: 'paging',
      name: `${declared.title} leads to its end, with every record once`,
      run: (gateway) => leadsToItsEnd(gateway, declared),
    }));
}

async function leadsToItsEnd(gateway: TestGateway, declared: DeclaredAction): Promise<void> {
  const { entity, name, action, title } = declared;
  const params = gateway.example(entity.name, name);
  const size = action.paging?.size;
  const accepted =
    size === undefined ? [] : sizes.filter((count) => action.params.shape[size]?.safeParse(count).success);
  const [small] = accepted;
  const large = accepted.toSorted((one, other) => other - one)[0];
  const pages = await follow(gateway, declared, { ...params, ...(size && small && { [size]: small }) });
  if (size !== undefined && small !== undefined) {
    const full = pages.find((page) => page.length > small);
    require(full === undefined, () =>
      `${title} answers ${full?.length} records to ${size}: ${small}. Does ${size} reach the vendor?`);
  }
  const keys = pages.flat().map((record) => recordKey(declared, record));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  require(twice === undefined, () =>
    `${title} gives the record ${twice} twice: look at paging and at the key of ${entity.name}.`);
  if (size === undefined || large === undefined || large === small) return;
  const whole = (await follow(gateway, declared, { ...params, [size]: large })).flat();
  const missing = whole.map((record) => recordKey(declared, record)).filter((key) => !keys.includes(key));
  require(missing.length === 0 && whole.length === keys.length, () => {
    return `${title} gives ${whole.length} records in pages of ${large} but ${keys.length} in pages of ${small}${missing.length > 0 ? `, without ${shown(missing[0])}` : ''}.`;
  });
}

async function follow(gateway: TestGateway, declared: DeclaredAction, first: object) {
  const { pages, error, params } = await readPages(gateway, declared, first);
  if (error !== undefined) succeeded({ error }, `page ${pages.length + 1} of ${declared.title} with ${shown(params)}`);
  return pages;
}
