import type { Connector, Entity } from '@connectory/connector-sdk';
import {
  describeConnector,
  directActions,
  type EntityManifest,
  fieldsOfSchema,
  isRead,
  type JsonSchema,
  jsonSchema,
  knownValues,
  markedNames,
  personalMarks,
  type SchemaField,
  withoutNull,
} from '@connectory/connector-sdk/engine';
import type { ConnectorSandbox } from '@connectory/sandbox';
import { type ConformanceCheck, require } from '../conformance-check.ts';
import { type DeclaredAction, declaredActions } from '../declarations.ts';
import type { TestConnectorOptions } from '../test-connector.ts';

type Rule = readonly [name: string, check: (connector: Connector, sandbox: ConnectorSandbox | undefined) => void];

const secretName = /(^|_)(token|secret|password|passphrase|api_key|apikey|private_key)$/;

const rules: readonly Rule[] = [
  ['says what it is', saysWhatItIs],
  ['describes every parameter, nested ones too', describesParameters],
  ['says what each field means whose name does not', describesFields],
  ['gives meanings to fields that it has', meansItsFields],
  ['says of every text field whether it is personal', marksTexts],
  ['marks fields that it has', marksItsFields],
  ['reads with methods that change nothing', readsChangeNothing],
  ['checks a credential with parameters that are accepted', checkIsAccepted],
  ['keeps secrets among its credentials', secretsAreCredentials],
  ['says where failures have their message', failuresAreReadable],
  ['can fill the copy of everything it offers to search', searchableIsSynchronized],
];

/** The rules of a connector's declaration, beyond those that a gateway checks when it loads the connector. */
export function manifestChecks(connector: Connector, { sandbox }: TestConnectorOptions): readonly ConformanceCheck[] {
  return rules.map(([name, check]) => ({ group: 'manifest', name, run: () => check(connector, sandbox) }));
}

function saysWhatItIs({ kind, vendor, version, upstream, entities }: Connector): void {
  require(kind.trim() !== '', () => 'kind is empty: say what the system is in words, such as "help desk".');
  require(vendor.trim() !== '', () => "vendor is empty: give the vendor's name.");
  require(/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version), () => {
    return `version is "${version}": take it from package.json, as 1.2.3.`;
  });
  require(URL.canParse(upstream.documentation), () =>
    "upstream.documentation must be the URL of the vendor's reference.");
  require(/^https:\/\//.test(upstream.baseUrl), () => {
    return `upstream.baseUrl is "${upstream.baseUrl}": it must be an https URL; tests and proxies use the base_url setting.`;
  });
  const { pinned, sunset } = upstream.version;
  require(pinned !== '', () => 'upstream.version.pinned is empty: say which version of the API the records are of.');
  require(sunset === null || /^\d{4}-\d\d-\d\d$/.test(sunset), () => {
    return `upstream.version.sunset is "${sunset}": give the day as 2026-12-31, or null.`;
  });
  require(Object.keys(upstream.authentication).length > 0, () =>
    'upstream.authentication is empty: nobody can connect.');
  require(entities.length > 0, () => 'there are no entities.');
  for (const { name, summary, actions } of entities) {
    require(summary.trim() !== '', () => `entity ${name} has no summary.`);
    require(directActions.some((action) => actions[action] !== undefined), () => `entity ${name} has no action.`);
  }
}

function describesParameters({ entities, upstream }: Connector): void {
  const missing = entities.flatMap(({ name, actions }) =>
    directActions.flatMap((action) => {
      const declared = actions[action];
      return declared === undefined ? [] : undescribed(jsonSchema(declared.params), `${name} ${action}`);
    }),
  );
  const settings = undescribed(jsonSchema(upstream.settings), 'setting');
  const all = [...missing, ...settings];
  require(all.length === 0, () => `add .describe('…') to: ${all.slice(0, 10).join('; ')}.`);
}

function undescribed(schema: JsonSchema, path: string): readonly string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const alternatives = [schema.anyOf ?? [], schema.allOf ?? [], schema.items ?? []].flat(2) as JsonSchema[];
  return [
    ...properties.flatMap(([name, below]) => {
      const here = `${path} ${name}`;
      return [...(typeof below.description === 'string' ? [] : [here]), ...undescribed(below, here)];
    }),
    ...alternatives.flatMap((below) => undescribed(below, path)),
  ];
}

function readsChangeNothing(connector: Connector, sandbox: ConnectorSandbox | undefined): void {
  const actions = declaredActions(connector);
  // Every action of a GraphQL API has the same route; elsewhere the sandbox says how to distinguish actions of one route.
  const isDistinct = ({ entity, name }: DeclaredAction) =>
    sandbox?.simulations.get(entity.name)?.actions[name]?.isMeant !== undefined;
  const rest = actions.filter(({ action }) => action.document === undefined);
  const writes = rest.filter(({ name }) => !isRead(name));
  const advice =
    'A read is repeated after failures, so it must change nothing: declare it as create, update or delete.';
  for (const read of rest.filter(({ name }) => isRead(name))) {
    const { title, action } = read;
    for (const { method, path } of action.routes) {
      require(method === 'GET' || method === 'POST', () => `${title} is sent as ${method} ${path}. ${advice}`);
      const write = writes.find(
        (other) =>
          other.action.routes.some((route) => route.method === method && route.path === path) &&
          !isDistinct(read) &&
          !isDistinct(other),
      );
      require(write === undefined, () => `${title} is sent as ${method} ${path}, which is ${write?.title}. ${advice}`);
    }
  }
}

function checkIsAccepted({ check, entities }: Connector): void {
  const action = entities.find(({ name }) => name === check.entity)?.actions[check.action];
  const parsed = action?.params.safeParse(check.params);
  require(parsed?.success === true, () => {
    return `check.params are not accepted by ${check.entity} ${check.action}: ${parsed?.error?.message ?? 'no such action'}`;
  });
}

function secretsAreCredentials({ upstream }: Connector): void {
  for (const [way, { fields }] of Object.entries(upstream.authentication)) {
    for (const [field, { secret }] of Object.entries(fields)) {
      require(secret || !secretName.test(field), () => {
        return `the field ${field} of authentication ${way} is not marked secret, so it would be shown: set secret to true.`;
      });
    }
  }
  const setting = Object.keys(upstream.settings.shape).find((name) => secretName.test(name));
  require(setting === undefined, () => {
    return `the setting ${setting} looks like a secret. Settings are shown and logged: make it a field of an authentication.`;
  });
}

function failuresAreReadable({ upstream }: Connector): void {
  require(upstream.failure.message.length > 0, () => {
    return "upstream.failure.message is empty: name the places of an error body where the vendor's message may stand.";
  });
}

function searchableIsSynchronized({ entities }: Connector): void {
  for (const { name, search, sync } of entities) {
    require(search === null || sync !== null, () => {
      return `${name} has search fields but no sync plan, so that its copy stays empty: add sync: { via: 'list' }.`;
    });
    require(sync === null || search !== null, () => {
      return `${name} has a sync plan but no search fields, so that nothing of its copy is shown: add search: { fields: […] }.`;
    });
  }
}

const maxShown = 10;

/** Every record field and every search field needs a meaning, unless its name explains it. */
function describesFields(connector: Connector): void {
  const missing = describeConnector(connector).entities.flatMap((entity) =>
    undescribedFields(entity).map((field) => `${entity.name}.${field}`),
  );
  require(missing.length === 0, () => {
    const more = missing.length > maxShown ? ` and ${missing.length - maxShown} more` : '';
    return `say what these fields mean, in meanings of defineConnector or with .describe('…'): ${missing.slice(0, maxShown).join(', ')}${more}.`;
  });
}

/** Every meaning is of a field that there is. */
function meansItsFields(connector: Connector): void {
  const fields = new Set(
    describeConnector(connector).entities.flatMap((entity) =>
      [
        ...schemasOf(entity).flatMap((schema) => Object.keys(membersOf(schema))),
        ...(entity.search?.fields ?? []).map(({ name }) => name),
      ].flatMap((field) => [field, `${entity.name}.${field}`]),
    ),
  );
  const stale = Object.keys(connector.meanings ?? {}).filter((name) => !fields.has(name));
  require(stale.length === 0, () => `meanings has names that no field has: ${stale.join(', ')}. Remove them.`);
}

/** Whatever may hold text, in a record or a search field, is marked as personal data or as none. */
function marksTexts({ entities, personal = {} }: Connector): void {
  const marks = personalMarks(personal);
  const missing = entities.flatMap((entity) =>
    textFields(entity)
      .filter((path) => marks(entity.name, path) === undefined)
      .map((path) => `${entity.name}.${path.join('.')}`),
  );
  require(missing.length === 0, () => {
    const more = missing.length > maxShown ? ` and ${missing.length - maxShown} more` : '';
    return `say what personal data these fields hold, or none, in personal of defineConnector: ${missing.slice(0, maxShown).join(', ')}${more}.`;
  });
}

/** Every mark is of a field that there is, and no field has two. */
function marksItsFields({ entities, personal = {} }: Connector): void {
  const fields = new Set(
    entities.flatMap((entity) =>
      declaredFields(entity).flatMap(({ path }) => [path.at(-1) ?? '', `${entity.name}.${path.join('.')}`]),
    ),
  );
  const names = Object.values(personal).flatMap(markedNames);
  const stale = names.filter((name) => !fields.has(name));
  require(stale.length === 0, () => `personal has names that no field has: ${stale.join(', ')}. Remove them.`);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  require(twice.length === 0, () => `personal has two marks of ${twice.join(', ')}. Remove one of them.`);
}

const textFields = (entity: Entity) =>
  declaredFields(entity).flatMap(({ path, holds }) => (holds === 'text' ? [path] : []));

/** The fields of the record, of what actions return instead of it, and those computed for searches. */
function declaredFields({ record, actions, search }: Entity): readonly SchemaField[] {
  const results = directActions.flatMap((name) => actions[name]?.result ?? []);
  const computed = Object.entries(search?.derived ?? {}).filter(([, { absent }]) => absent === undefined);
  return [
    ...[record, ...results].flatMap((schema) => fieldsOfSchema(jsonSchema(schema))),
    ...computed.flatMap(([name, { type }]) =>
      fieldsOfSchema({ properties: { [name]: jsonSchema(type) } }).map(({ path: [, ...below], holds }) => ({
        path: [...name.split('.'), ...below],
        holds,
      })),
    ),
  ];
}

/** Top-level fields of an entity that neither their name nor a description explains. */
function undescribedFields(entity: EntityManifest): readonly string[] {
  const returned = schemasOf(entity).flatMap((schema) =>
    Object.entries(membersOf(schema)).flatMap(([name, member]) =>
      member.description === undefined && !isPlainField(name, member) ? [name] : [],
    ),
  );
  const known = membersOf(entity.record);
  const computed = (entity.search?.fields ?? []).filter(
    ({ name, type, description, absent }) =>
      !Object.hasOwn(known, name) &&
      !name.includes('.') &&
      description === undefined &&
      absent === undefined &&
      !isPlainField(name, { type }),
  );
  return [...new Set([...returned, ...computed.map(({ name }) => name)])];
}

// Of the records, and of what actions return instead of them.
const schemasOf = ({ record, actions }: EntityManifest): readonly JsonSchema[] => [
  record,
  ...actions.flatMap(({ result_schema: schema }) => (schema === undefined ? [] : [schema])),
];

const membersOf = (schema: JsonSchema) => (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;

// Last words of a name that explain its values, by type.
const endings: Readonly<Record<string, ReadonlySet<string>>> = {
  string: wordSet(
    'id key name title subject description email phone url uri link username city country timezone locale slug text body comment note message summary host domain company',
  ),
  integer: wordSet('id count year'),
  array: wordSet('ids names emails urls tags labels'),
};
const units = wordSet('milliseconds ms seconds minutes hours days weeks months bytes cents percent pixels');
const states = wordSet('is has can are was');

/**
 * Whether the name and type of a field explain its values: an `…_id`, a `…_count`, a unit (`timeout_seconds`), a question (`is_public`), a
 * time with a declared format, a constant, or an object with declared members. The lists above are complete: declare a meaning for any
 * other name instead of extending them.
 */
export function isPlainField(name: string, schema: JsonSchema): boolean {
  const field = onlyAlternative(schema);
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const types = [field.type ?? 'any'].flat().filter((type) => type !== 'null');
  if ([field[knownValues] ?? []].flat().length === 1) return true;
  switch (types.length === 1 ? types[0] : 'any') {
    case 'string':
      return field.format === 'date-time' || field.format === 'date' || endsWith('string', last);
    case 'integer':
    case 'number':
      return endsWith('integer', last) || words.some((word) => units.has(word));
    case 'boolean':
      return states.has(words[0] ?? '');
    case 'array':
      return hasMembers((field.items ?? {}) as JsonSchema) || endsWith('array', last);
    case 'object':
      return hasMembers(field);
    default:
      return endsWith('string', last) || endsWith('array', last);
  }
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const endsWith = (type: string, word: string) => endings[type]?.has(word) === true;

// `closed_at` and `closedAt` are the same words.
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');

const hasMembers = (schema: JsonSchema) => Object.keys((onlyAlternative(schema).properties ?? {}) as object).length > 0;

// Nullable schemas may be nested.
function onlyAlternative(schema: JsonSchema): JsonSchema {
  const only = withoutNull(schema);
  return only === schema ? schema : onlyAlternative(only);
}
