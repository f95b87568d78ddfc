import type { Connector, RawValue } from '@connectory/connector-sdk';
import { type ActionManifest, describeConnector, type EntityManifest } from '@connectory/connector-sdk/engine';
import { distinctNames, operationIdOf } from '@connectory/openapi';
import { type ExampleGateway, type ExampleGatewayOptions, startExampleGateway } from './example-gateway.ts';

/** The request to an action, and the gateway's response; `answer` is omitted for a file. */
export interface DemoExample {
  readonly params: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
}

/** Examples of actions by operation id, such as `customers_list`. */
export type ActionExamples = Readonly<Record<string, DemoExample>>;

interface Step {
  readonly entity: EntityManifest;
  readonly action: ActionManifest;
}

// Deletes run last, so that other actions find their records; searches run before any write changes the copy.
const order = ['context_store_search', 'list', 'api_search', 'get', 'download', 'upload', 'update', 'create', 'delete'];

/**
 * Returns an example of every action of connectors, by connector id: the request to a gateway with simulated upstreams, and its response.
 * Throws an `Error` for an action without an example.
 */
export async function takeExamples(
  connectors: readonly Connector[],
  options: Pick<ExampleGatewayOptions, 'sandboxes' | 'observe'> = {},
): Promise<ReadonlyMap<string, ActionExamples>> {
  const gateway = await startExampleGateway(connectors, options);
  try {
    const taken = new Map<string, ActionExamples>();
    for (const connector of connectors) taken.set(connector.id, await examplesOf(gateway, connector));
    return taken;
  } finally {
    await gateway.stop();
  }
}

async function examplesOf(gateway: ExampleGateway, connector: Connector): Promise<ActionExamples> {
  const steps = describeConnector(connector)
    .entities.flatMap((entity) => entity.actions.map((action) => ({ entity, action })))
    .toSorted((one, other) => order.indexOf(one.action.action) - order.indexOf(other.action.action));
  const examples: Record<string, DemoExample> = {};
  for (const step of steps) {
    const { entity, action } = step;
    // Readers who try an example have only the initial records, not those that another example wrote.
    if (['update', 'create', 'delete'].includes(action.action)) gateway.sandbox.reset();
    examples[operationIdOf(entity.name, action.action)] = await exampleOf(gateway, connector, step);
  }
  return examples;
}

async function exampleOf(gateway: ExampleGateway, connector: Connector, step: Step): Promise<DemoExample> {
  const { entity, action } = step;
  if (action.action === 'context_store_search') return searchExample(gateway, connector.id, entity);
  const required = gateway.sandbox.example(connector.id, entity.name, action.action);
  if (action.result === 'file' || action.action === 'upload') return { params: required };
  const params = { ...required, ...pageSize(connector, step), ...someFields(gateway.sandbox, connector.id, step) };
  for (const candidate of [params, required]) {
    const response = await gateway.run(connector.id, entity.name, action.action, { params: candidate });
    if (response !== undefined) return { params: candidate, response: shortened(response, step) };
  }
  throw new Error(`${connector.id} ${entity.name} ${action.action} gives no example`);
}

function pageSize(connector: Connector, { entity, action }: Step): object {
  if (action.result !== 'records' || action.action === 'context_store_search') return {};
  const declared = connector.entities.find(({ name }) => name === entity.name)?.actions[action.action];
  const size = declared?.paging?.size;
  return size === undefined ? {} : { [size]: 1 };
}

const maxFields = 3;

// An example of a write has some of the parameters that share their name with a string field of the record, with the values of an existing
// record.
function someFields(sandbox: ExampleGateway['sandbox'], connector: string, { entity, action }: Step): object {
  if (action.action !== 'create' && action.action !== 'update') return {};
  const [record = {}] = sandbox.records(connector, entity.name);
  const params = (action.params.properties ?? {}) as Readonly<
    Record<string, { readonly type?: unknown; readonly enum?: unknown }>
  >;
  const left = [action.params.required ?? [], entity.key].flat();
  const fitting = Object.entries(params).filter(
    ([name, schema]) =>
      !left.includes(name) && schema.type === 'string' && schema.enum === undefined && typeof record[name] === 'string',
  );
  // Alternative references to other records are often mutually exclusive.
  const isId = ([name]: [string, unknown]) =>
    /^\S{20,}$/.test(String(record[name])) && !String(record[name]).includes('@');
  const [firstId] = fitting.filter(isId);
  const shown = fitting.filter((one) => !isId(one) || one === firstId);
  return Object.fromEntries(shown.slice(0, maxFields).map(([name]) => [name, record[name]]));
}

async function searchExample(gateway: ExampleGateway, connector: string, entity: EntityManifest): Promise<DemoExample> {
  const action = 'context_store_search';
  const any = await gateway.run(connector, entity.name, action, { params: { query: {}, limit: 25 } });
  const [record = {}] = (any?.data ?? []) as readonly Readonly<Record<string, unknown>>[];
  const keys = [entity.key].flat().filter((key) => key !== null);
  const known = (entity.search?.fields ?? []).filter(({ name }) => record[name] !== null);
  const scalars = known.filter(({ type }) => ['string', 'integer', 'number', 'decimal', 'boolean'].includes(type));
  const telling = scalars.find(({ name, type }) => type === 'string' && !keys.includes(name)) ?? scalars[0];
  const filter = telling && { eq: { [telling.name]: record[telling.name] } };
  const fields = [
    ...new Set([
      ...keys.filter((key) => key in record),
      ...scalars.slice(0, maxFields).map(({ name }) => name),
      ...(telling ? [telling.name] : []),
    ]),
  ];
  const params = { query: { ...(filter && { filter }) }, limit: 1, ...(fields.length > 0 && { fields }) };
  const response = await gateway.run(connector, entity.name, action, { params });
  if (response === undefined) throw new Error(`${connector} ${entity.name} cannot be searched for an example`);
  // Values that would change with each run are constant in an example.
  const meta = { ...response.meta, took_ms: 1, synced_at: '2026-11-01T00:00:00.000Z' };
  return { params, response: { ...response, meta } };
}

// One record is enough for an example. Fields that the connector does not describe are omitted, because they depend on the vendor.
function shortened({ data, meta }: RawValue, { entity, action }: Step): RawValue {
  const { properties } = action.result_schema ?? entity.record;
  const described = (record: object) =>
    withDistinctNames(
      Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(properties as object, name))),
    );
  return { data: Array.isArray(data) ? data.slice(0, 1).map(described) : described(data), meta };
}

// The documents omit names that clash as identifiers of a generator.
function withDistinctNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDistinctNames);
  if (typeof value !== 'object' || value === null) return value;
  const names = distinctNames(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (names.has(name) ? [[name, withDistinctNames(member)]] : [])),
  );
}
