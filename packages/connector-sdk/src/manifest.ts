import { z } from 'zod';
import { type DirectActionName, directActions, effectOf, type ResultKind, resultKind } from './action.ts';
import type { Authentication } from './authentication.ts';
import type { Connector, Logo } from './connector.ts';
import type { Deprecation } from './deprecation.ts';
import type { Effect } from './effects.ts';
import type { Entity } from './entity.ts';
import { valueAt } from './field-path.ts';
import { lazyMembers } from './lazy-members.ts';
import { descriptionOf, type Meanings, meaningOf, withMeanings } from './meanings.ts';
import { type PersonalFields, type PersonalKind, personalFieldsOf } from './personal.ts';
import { publishedRecord } from './published-record.ts';
import { searchParamsSchema } from './search-params.ts';
import type { SyncPlan } from './sync.ts';
import { type TimeForm, timeFormOf } from './time.ts';
import { withoutNull } from './without-null.ts';

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One action as `GET /api/v1/connectors/{id}` shows it; `meta` lists the fields of the response's `meta`. */
export interface ActionManifest {
  readonly action: DirectActionName | 'context_store_search';
  readonly summary: string;
  readonly effect: Effect;
  readonly params: JsonSchema;
  readonly result: ResultKind;
  readonly meta: readonly string[];
  /** Schema of one result if it is not the entity's record, as it is published (`publishedRecord`). */
  readonly result_schema?: JsonSchema;
  readonly deprecated?: Deprecation;
  /** Present if `spec/contract.json` does not have it. */
  readonly beyond_contract?: true;
}

/** One field `context_store_search` can filter, sort and return. */
export interface SearchFieldManifest {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** How its values write a time, for a field that is compared and sorted as an instant. */
  readonly format?: TimeForm;
  /** Meaning of its values, for a field whose name does not explain itself. */
  readonly description?: string;
  /** Why the field is always null, if the vendor no longer provides it. */
  readonly absent?: string;
  /** Schema of the account's own fields that were discovered, for the field that has them and is not in the record. */
  readonly schema?: JsonSchema;
  /** Present if `spec/contract.json` has the entity, but not this field. */
  readonly beyond_contract?: true;
}

/** Where the parameters that name the parent of a record come from: records of another entity, entries of a setting, or either. */
interface ParentManifest {
  readonly entity?: string;
  /** A setting of the connection with one parent per entry, each split into named parts: `owner/repo`. */
  readonly setting?: { readonly name: string; readonly separator: string; readonly parts: readonly string[] };
  /** Parameter <- path in the parent's record, part of an entry, or a template of them: `urn:li:account:{id}`. */
  readonly params: Readonly<Record<string, string>>;
}

/** One entity of a connector manifest. */
export interface EntityManifest {
  readonly name: string;
  readonly summary: string;
  readonly key: string | readonly string[] | null;
  /** Present if `spec/contract.json` does not have it. */
  readonly beyond_contract?: true;
  /** Present if its copy is read once per parent. */
  readonly parent?: ParentManifest;
  /** The fields that hold personal data, by dotted path, with its kind; fields that the record does not declare may hold any. */
  readonly personal: Readonly<Record<string, PersonalKind>>;
  /** Schema of the record as it is published (`publishedRecord`): wider than what the connector declares. */
  readonly record: JsonSchema;
  readonly actions: readonly ActionManifest[];
  readonly search: {
    /** The fields that are the title of a record, joined by spaces; absent if it has none. */
    readonly title?: readonly string[];
    /** The URL of a record's page, with places for search fields (`{id}`) and settings (`{setting:subdomain}`); absent if it has none. */
    readonly link?: string;
    readonly fields: readonly SearchFieldManifest[];
  } | null;
}

/** An authentication method, without values. */
export interface AuthenticationManifest {
  readonly name: string;
  readonly scheme: Authentication['scheme'];
  readonly description: string;
  readonly fields: readonly {
    readonly name: string;
    readonly description: string;
    readonly secret: boolean;
    readonly required: boolean;
  }[];
}

/** A connector as plain JSON: the public description of everything it offers. */
export interface ConnectorManifest {
  readonly id: string;
  readonly kind: string;
  /** The number of the system in `spec/contract.json`, if it has one. */
  readonly contract_id?: string;
  readonly version: string;
  readonly contract: number;
  readonly vendor: string;
  /** The vendor's mark; null if the connector has none. */
  readonly logo: Logo | null;
  /** Whether any action changes something at the vendor. */
  readonly access: 'read' | 'read and write';
  /** Who registers the URL for the vendor's events: the gateway, or a person in the vendor's settings; null if it sends none. */
  readonly events: 'registered' | 'manual' | null;
  readonly documentation: string;
  readonly upstream: { readonly version: string; readonly sunset: string | null };
  readonly auth: readonly AuthenticationManifest[];
  readonly settings: JsonSchema;
  readonly entities: readonly EntityManifest[];
}

function accessOf({ entities }: Connector): ConnectorManifest['access'] {
  const actions = entities.flatMap((entity) => directActions.map((name) => ({ name, action: entity.actions[name] })));
  const writes = actions.some(({ name, action }) => action !== undefined && effectOf(name, action) !== 'read');
  return writes ? 'read and write' : 'read';
}

const described = new WeakMap<Connector, ConnectorManifest>();

/**
 * Describes a connector as plain JSON, with JSON Schemas (draft 2020-12) of records, parameters and settings. The description of an entity
 * is created when it is first read.
 */
export function describeConnector(connector: Connector): ConnectorManifest {
  const known = described.get(connector);
  if (known !== undefined) return known;
  const manifest = describe(connector);
  described.set(connector, manifest);
  return manifest;
}

function describe(connector: Connector): ConnectorManifest {
  const {
    id,
    kind,
    contractId,
    version,
    contract,
    vendor,
    logo = null,
    upstream,
    entities,
    events,
    meanings = {},
    personal = {},
  } = connector;
  return {
    id,
    kind,
    ...(contractId !== undefined && { contract_id: contractId }),
    version,
    contract,
    vendor,
    logo,
    access: accessOf(connector),
    events: events === undefined ? null : events.registration === undefined ? 'manual' : 'registered',
    documentation: upstream.documentation,
    upstream: { version: upstream.version.pinned, sunset: upstream.version.sunset },
    auth: Object.entries(upstream.authentication).map(([name, { scheme, description, fields }]) => ({
      name,
      scheme,
      description,
      fields: Object.entries(fields).map(([field, about]) => ({ name: field, ...about })),
    })),
    settings: jsonSchema(upstream.settings),
    entities: entities.map((entity) => describeEntity(entity, meanings, personal)),
  };
}

// At its start, a gateway needs the search fields of every entity, but the schemas of only a few.
function describeEntity(entity: Entity, meanings: Meanings, personal: PersonalFields): EntityManifest {
  return lazyMembers<EntityManifest>({
    name: () => entity.name,
    summary: () => entity.summary,
    key: () => entity.key,
    ...(entity.beyondContract && { beyond_contract: () => true as const }),
    ...(entity.sync?.each !== undefined && { parent: () => describeParent(entity.sync) }),
    personal: () => personalFieldsOf(jsonSchema(entity.record), entity.name, personal),
    record: () =>
      publishedRecord(withMeanings(jsonSchema(entity.record), entity.name, meanings), [entity.key ?? []].flat()),
    actions: () => describeActions(entity, meanings),
    search: () => entity.search && describeSearch(entity, entity.search, meanings),
  });
}

function describeParent(sync: SyncPlan | null): ParentManifest {
  const { each, bind: params = {} } = sync ?? {};
  if (each === undefined) return { params };
  if ('name' in each) return { entity: each.name, params };
  const { setting: name, separator, parts, otherwise } = each;
  return { ...(otherwise && { entity: otherwise.name }), setting: { name, separator, parts }, params };
}

function describeActions(entity: Entity, meanings: Meanings): readonly ActionManifest[] {
  const actions = directActions.flatMap((name): ActionManifest[] => {
    const action = entity.actions[name];
    if (action === undefined) return [];
    const kind = resultKind(name);
    return [
      {
        action: name,
        summary: action.summary,
        effect: effectOf(name, action),
        params: jsonSchema(action.params),
        result: kind,
        meta: kind === 'records' ? Object.keys(action.meta) : [],
        ...(action.result && {
          result_schema: publishedRecord(withMeanings(jsonSchema(action.result), entity.name, meanings), []),
        }),
        ...(action.deprecated !== undefined && { deprecated: action.deprecated }),
        ...((entity.beyondContract ?? action.beyondContract) && { beyond_contract: true as const }),
      },
    ];
  });
  if (entity.search === null) return actions;
  return [...actions, entity.beyondContract ? { ...searchAction, beyond_contract: true } : searchAction];
}

const searchAction: ActionManifest = {
  action: 'context_store_search',
  summary: 'Search the synchronized copy by its search fields',
  effect: 'read',
  params: searchParamsSchema,
  result: 'records',
  meta: ['has_more', 'cursor', 'took_ms', 'synced_at'],
};

function describeSearch(entity: Entity, search: NonNullable<Entity['search']>, meanings: Meanings) {
  const { title, link } = search;
  return {
    ...(title !== undefined && { title }),
    ...(link !== undefined && { link }),
    fields: searchFields(entity, search, meanings),
  };
}

function searchFields(
  { name: entity, record, ownFields }: Entity,
  { fields, beyondContract = [], derived }: NonNullable<Entity['search']>,
  meanings: Meanings,
): SearchFieldManifest[] {
  const searched = jsonSchemaOfPaths(record, fields);
  const declared = fields.map((name) => {
    const schema = name
      .split('.')
      .reduce((parent, part) => valueAt(withoutNull(parent).properties, part) ?? {}, searched);
    return {
      name,
      ...typeOf(schema),
      ...describing(descriptionOf(schema) ?? meaningOf(meanings, entity, name)),
      ...(beyondContract.includes(name) && { beyond_contract: true as const }),
    };
  });
  const computed = Object.entries(derived).map(([name, { type, absent }]) => {
    const schema = jsonSchema(type);
    return {
      name,
      ...typeOf(schema),
      ...describing(descriptionOf(schema) ?? meaningOf(meanings, entity, name)),
      ...(absent !== undefined && { absent }),
      ...(name === ownFields?.at && hasMembers(schema) && { schema: publishedRecord(schema, []) }),
      ...(beyondContract.includes(name) && { beyond_contract: true as const }),
    };
  });
  return [...declared, ...computed];
}

/**
 * JSON Schema of a record with only the members that dotted paths lead into. Converting whole records would dominate the startup of a
 * gateway.
 */
export function jsonSchemaOfPaths({ shape }: z.ZodObject, paths: readonly string[]): JsonSchema {
  const names = new Set(paths.map((path) => path.split('.', 1)[0] as string));
  return jsonSchema(z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => names.has(name)))));
}

const hasMembers = ({ properties }: JsonSchema) => Object.keys(properties ?? {}).length > 0;

const describing = (description: string | undefined) => (description === undefined ? {} : { description });

const timeTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number']);

// A search field may always be unknown for a record, so only the type is taken from the schema.
function typeOf(schema: JsonSchema): Pick<SearchFieldManifest, 'type' | 'nullable' | 'format'> {
  const { type: stated, format } = withoutNull(schema);
  const types = [stated].flat().filter((type) => type !== 'null');
  const [type] = types;
  if (types.length !== 1 || typeof type !== 'string') return { type: 'any', nullable: true };
  if (type === 'string' && format === 'decimal') return { type: 'decimal', nullable: true };
  const form = timeTypes.has(type) ? timeFormOf(format) : null;
  return { type, nullable: true, ...(form !== null && { format: form }) };
}

const isSafeBound = (value: unknown) => value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

const isOpen = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * JSON Schema (draft 2020-12) of the parameters of a caller or the fields of a record. Members with a default are optional; keywords
 * without meaning (safe-integer bounds, members of any type) are omitted.
 */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const result = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (isOpen(part.additionalProperties)) {
        delete part.additionalProperties;
        delete part.propertyNames;
      }
      if (isSafeBound(part.minimum)) delete part.minimum;
      if (isSafeBound(part.maximum)) delete part.maximum;
    },
  });
  delete result.$schema;
  return result as JsonSchema;
}
