import type { Connector } from '@connectory/connector-sdk';
import { describeConnector, type JsonSchema } from '@connectory/connector-sdk/engine';

/** The types of fields by name; a required parameter has a `!` after its name. */
type Fields = Readonly<Record<string, string>>;

/** What callers of an entity rely on. `search` is absent for an entity that cannot be searched. */
export interface EntityContract {
  readonly key: readonly string[];
  readonly record: Fields;
  readonly search?: Fields;
  /** Each direct action: its parameters, the members of its `meta`, and its result if that is not the record. */
  readonly actions: Readonly<Record<string, { params: Fields; meta?: readonly string[]; result?: Fields | string }>>;
}

/** What callers of a connector rely on, without texts. */
export interface ConnectorContract {
  readonly kind: string;
  /** Fields of each way to authenticate, and of the settings. */
  readonly authentication: Readonly<Record<string, Fields>>;
  readonly settings: Fields;
  readonly entities: Readonly<Record<string, EntityContract>>;
}

const copySearch = 'context_store_search';

/** Describes what callers of a connector rely on: all that it offers, or what `spec/contract.json` has of it. */
export function contractOf(connector: Connector, part: 'all' | 'contract' = 'all'): ConnectorContract {
  const { kind, auth, settings, entities } = describeConnector(connector);
  const isMeant = (member: { beyond_contract?: true }) => part === 'all' || member.beyond_contract === undefined;
  return {
    kind,
    authentication: Object.fromEntries(
      auth.map(({ name, scheme, fields }) => [
        name,
        Object.fromEntries(fields.map((field) => [field.name + (field.required ? '!' : ''), scheme])),
      ]),
    ),
    settings: fieldsOf(settings),
    entities: Object.fromEntries(
      entities.filter(isMeant).map(({ name, key, record, search, actions }) => [
        name,
        {
          key: [key ?? []].flat(),
          record: fieldsOf(record),
          ...(search && {
            search: Object.fromEntries(search.fields.filter(isMeant).map((field) => [field.name, field.type])),
          }),
          actions: Object.fromEntries(
            actions
              .filter((one) => one.action !== copySearch && isMeant(one))
              .map(({ action, params, meta, result, result_schema: own }) => [
                action,
                {
                  params: fieldsOf(params),
                  ...(meta.length > 0 && { meta }),
                  ...(own ? { result: fieldsOf(own) } : result === 'file' && { result }),
                },
              ]),
          ),
        },
      ]),
    ),
  };
}

/** Counts the entities, direct actions and searchable entities of contracts. */
function countsOf(contracts: readonly ConnectorContract[]) {
  const entities = contracts.flatMap((contract) => Object.values(contract.entities));
  return {
    connectors: contracts.length,
    entities: entities.length,
    directActions: entities.flatMap(({ actions }) => Object.keys(actions)).length,
    searchableEntities: entities.filter(({ search }) => search !== undefined).length,
  };
}

function fieldsOf(schema: JsonSchema): Fields {
  return Object.fromEntries(membersOf(schema).map(([name, member]) => [name, typeOf(member)]));
}

function membersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const required = (schema.required ?? []) as readonly string[];
  const own = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return [
    ...own.map(([name, member]) => [name + (required.includes(name) ? '!' : ''), member] as const),
    ...alternativesOf(schema).flatMap(membersOf),
  ];
}

const alternativesOf = ({ anyOf, oneOf, allOf }: JsonSchema) =>
  [anyOf, oneOf, allOf].flatMap((list) => (list ?? []) as readonly JsonSchema[]);

const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'] as const;

/** The type of a value as text: `string|null`, `[integer]`, `{id!:string}`, `"asc"|"desc"`, `integer minimum=1 default=10`. */
function typeOf(schema: JsonSchema): string {
  const { type, const: constant, enum: listed, items } = schema;
  const values = constant === undefined ? (listed as readonly unknown[] | undefined) : [constant];
  const alternatives = alternativesOf(schema).map(typeOf);
  const types = [(type ?? []) as string | readonly string[]].flat().map((name) => {
    if (name === 'array') return `[${items === undefined ? '' : typeOf(items as JsonSchema)}]`;
    if (name !== 'object' || schema.properties === undefined) return name;
    return `{${Object.entries(fieldsOf({ ...schema, anyOf: [], oneOf: [], allOf: [] })).map((pair) => pair.join(':'))}}`;
  });
  const named = values?.map((value) => JSON.stringify(value)) ?? [...types, ...alternatives];
  const restrictions = limits.filter((limit) => schema[limit] !== undefined);
  return [
    [...new Set(named)].join('|') || 'any',
    ...restrictions.map((limit) => `${limit}=${JSON.stringify(schema[limit])}`),
  ].join(' ');
}

/** The content of `spec/contract.json`, as connectors state it: what connectors offer by name, with the types of parameters and search fields. */
export function contractFile(connectors: readonly Connector[]): object {
  const contracts = connectors.map((connector) => [connector.id, contractOf(connector, 'contract')] as const);
  return {
    counts: countsOf(contracts.map(([, contract]) => contract)),
    connectors: Object.fromEntries(
      contracts.map(([id, { kind, entities }]) => [
        id,
        { kind, entities: Object.fromEntries(Object.entries(entities).map(([name, one]) => [name, summaryOf(one)])) },
      ]),
    ),
  };
}

function summaryOf({ record, search, actions }: EntityContract): object {
  const searched = Object.entries(search ?? {}).map(([name, type]) => `${name}:${type}`);
  return {
    record: Object.keys(record).join(' '),
    ...(search && { search: searched.join(' ') }),
    actions: Object.fromEntries(Object.entries(actions).map(([action, { params }]) => [action, params])),
  };
}
