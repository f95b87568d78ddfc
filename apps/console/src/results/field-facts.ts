import type { Connection, ConnectorEntity, OwnFields } from '@connectory/client';

/** What a schema says about a field: how a value is shown, and which values are known. */
export interface FieldFacts {
  /** The format of a time, or `minor-units` for an amount of money in the smallest unit of the record's currency. */
  readonly format?: string;
  /** The known values; others are possible. */
  readonly values?: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/** What the schema of a record says about one of its fields, named by a dotted path. */
export function fieldFacts(record: Schema, path: string): FieldFacts {
  const named = memberOf(record, path);
  const schema = named ?? path.split('.').reduce<Schema>((part, name) => memberOf(part, name) ?? {}, record);
  const known = schema['x-extensible-enum'];
  return {
    ...(typeof schema.format === 'string' && { format: schema.format }),
    ...(Array.isArray(known) && { values: known.filter((value) => typeof value === 'string') }),
  };
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

function memberOf({ properties }: Schema, name: string): Schema | undefined {
  const member = isSchema(properties) ? properties[name] : undefined;
  return isSchema(member) ? member : undefined;
}

/** The dotted paths of the fields that the schema of a record declares, at any depth; elements of a list have the path of the list. */
export function fieldPathsOf(record: Schema): readonly string[] {
  const alternatives = record.anyOf ?? record.items;
  if (alternatives !== undefined) return [alternatives].flat().filter(isSchema).flatMap(fieldPathsOf);
  const members = isSchema(record.properties) ? Object.entries(record.properties) : [];
  const paths = members.flatMap(([name, member]) => [
    name,
    ...(isSchema(member) ? fieldPathsOf(member).map((path) => `${name}.${path}`) : []),
  ]);
  return [...new Set(paths)];
}

/** The kind of personal data of fields of which a connector says nothing: they may hold any. */
export const undeclaredKind = 'free_text';

/** The copied fields of an entity of a connection: its search fields and the account's own, with what is known of their values. */
export function searchFieldsOf(entity: ConnectorEntity, connection: Connection, own: OwnFields) {
  const { name, key, search, record, personal } = entity;
  const chosen = connection.sync.entities?.[name]?.fields;
  const isCopied = (field: string) => chosen === undefined || chosen.includes(field) || [key].flat().includes(field);
  const declared = search?.fields.filter((field) => field.absent === undefined && isCopied(field.name)) ?? [];
  const added = own.data.filter(({ entity: of, copied, gone_at: goneAt }) => of === name && copied && goneAt === null);
  return [
    ...declared.map((field) => {
      const { values } = fieldFacts(record, field.name);
      const kind = personal[field.name];
      return { ...field, ...(values !== undefined && { values }), ...(kind !== undefined && { personal: kind }) };
    }),
    ...added.map(({ path, label, type, format, options }) => ({
      name: path,
      label,
      type,
      nullable: true,
      personal: undeclaredKind,
      ...(format !== null && { format }),
      ...(options.length > 0 && { values: options.map(({ value }) => value) }),
    })),
  ];
}
