import type { Connector } from '@connectory/connector-sdk';
import { describeConnector, type EntityManifest, type JsonSchema } from '@connectory/connector-sdk/engine';
import { require } from '../finding.ts';
import { isPlainField } from './plain-field.ts';

const mostShown = 10;

/** Every record field and every search field needs a meaning, unless its name explains it. */
export function describesFields(connector: Connector): void {
  const missing = describeConnector(connector).entities.flatMap((entity) =>
    undescribedFields(entity).map((field) => `${entity.name}.${field}`),
  );
  require(missing.length === 0, () => {
    const more = missing.length > mostShown ? ` and ${missing.length - mostShown} more` : '';
    return `say what these fields mean, in meanings of defineConnector or with .describe('…'): ${missing.slice(0, mostShown).join(', ')}${more}.`;
  });
}

/** Every meaning is of a field that there is. */
export function meansItsFields(connector: Connector): void {
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
