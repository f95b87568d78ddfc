/** The parts of a published record schema (JSON Schema, draft 2020-12) that say what a record may contain. */
export interface RecordSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, RecordSchema>>;
  readonly required?: readonly string[];
  readonly items?: RecordSchema;
  readonly additionalProperties?: RecordSchema | boolean;
  readonly anyOf?: readonly RecordSchema[];
  readonly 'x-extensible-enum'?: readonly unknown[];
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path of a record; undefined if there is none. */
export const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record);

/** The JSON type of a value; `integer` for a number without a fraction. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value;
}

/** Whether a schema allows values of a JSON type; one without a type allows all. */
export function allowsType(schema: RecordSchema, type: string): boolean {
  const types = declaredTypes(schema);
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The JSON types that a schema allows, sorted; none if it allows all. */
export function declaredTypes({ type, anyOf }: RecordSchema): readonly string[] {
  if (anyOf === undefined) return type === undefined ? [] : [...new Set([type].flat())].sort();
  const each = anyOf.map(declaredTypes);
  return each.some(({ length }) => length === 0) ? [] : [...new Set(each.flat())].sort();
}

/** The schema of a member that an object schema does not name; undefined if it declares none. */
export const schemaOfOthers = ({ additionalProperties }: RecordSchema): RecordSchema | undefined =>
  isObject(additionalProperties) ? additionalProperties : undefined;

/**
 * The name of an undeclared field, or `*` for one that looks like data: an ID, an email address, a phone number or a text. Where a vendor
 * uses data as names, a report must not show them.
 */
export function fieldName(name: string): string {
  const isName = name.length <= 40 && /^[@_$]{0,2}[A-Za-z]+\d{0,2}(?:[_-](?:[A-Za-z]+\d{0,2}|\d{1,2}))*$/.test(name);
  return isName ? name : '*';
}
