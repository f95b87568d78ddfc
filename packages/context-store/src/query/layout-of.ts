import { type EntityManifest, type JsonSchema, timeFormOf, withoutNull } from '@connectory/connector-sdk/engine';
import type { EntityLayout, LayoutField } from '../stores/entity-layout.ts';
import { bounds } from './bounds.ts';
import type { FieldType } from './field-type.ts';
import { isPlainObject } from './issues.ts';

const valueTypes: readonly unknown[] = ['string', 'integer', 'number', 'decimal', 'boolean', 'object', 'array'];
const typesOfTimes: readonly unknown[] = ['string', 'integer', 'number'];
const deepestMember = bounds.depth;

/**
 * What the stores know of an entity, from its manifest: its search fields, and the members its record schema declares for those that
 * are objects. `own` is the search field whose members accounts add. Throws a TypeError for an entity without search fields.
 */
export function layoutOf(connector: string, entity: EntityManifest, own?: string): EntityLayout {
  if (entity.search === null) throw new TypeError(`${connector}/${entity.name} has no search fields`);
  const fields = entity.search.fields.map(({ name, type, format, absent, schema }): LayoutField => {
    const members = type === 'object' ? membersOf(schema ?? schemaOf(entity, name), '', 1) : [];
    return Object.freeze({
      name,
      type: fieldType(type, format),
      absent: absent !== undefined,
      members: Object.freeze(Object.fromEntries(members)),
      ...(name === own && { own: true as const }),
    });
  });
  return Object.freeze({ connector, entity: entity.name, fields: Object.freeze(fields) });
}

// A name with a dot cannot be distinguished from a path, so such a member is not listed.
function membersOf(schema: JsonSchema, prefix: string, depth: number): readonly (readonly [string, FieldType])[] {
  const { properties } = withoutNull(schema);
  if (!isPlainObject(properties) || depth > deepestMember) return [];
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!isPlainObject(member) || name === '' || name.includes('.')) return [];
    const type = typeOf(member);
    const below = type === 'object' ? membersOf(member, `${prefix}${name}.`, depth + 1) : [];
    return type === 'any' ? [] : [[`${prefix}${name}`, type] as const, ...below];
  });
}

const schemaOf = ({ record }: EntityManifest, path: string) =>
  path.split('.').reduce<JsonSchema>((parent, name) => propertyOf(parent, name), record);

function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const { properties } = withoutNull(schema);
  const property = isPlainObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isPlainObject(property) ? property : {};
}

function typeOf(schema: JsonSchema): FieldType {
  const { type: stated, format } = withoutNull(schema);
  const types = [stated].flat().filter((type) => type !== 'null');
  const [type] = types;
  return types.length === 1 ? fieldType(type, format) : 'any';
}

function fieldType(type: unknown, format: unknown): FieldType {
  if (type === 'string' && format === 'decimal') return 'decimal';
  const form = timeFormOf(format);
  if (form !== null && typesOfTimes.includes(type)) return `${type}:${form}` as FieldType;
  return valueTypes.includes(type) ? (type as FieldType) : 'any';
}
