import type { RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';

// Parts that whoever uses them checks.
const raw = z.custom<RawValue>();
const members = z.record(z.string(), raw);
const declared = z.custom<RawValue>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

const schemaData = z.looseObject({ kind: z.string() });

/** A schema as plain data: its kind, its parts and its metadata. */
export interface SchemaData {
  readonly kind: string;
  readonly [part: string]: RawValue;
}

const actionData = z.object({
  /** Fields of the declaration that are plain data already. */
  declared,
  params: schemaData,
  syncOnly: schemaData.optional(),
  result: schemaData.optional(),
  /** The data its requests are built from; undefined if code builds them. */
  plain: raw.optional(),
  paging: members.nullable(),
  meta: z.record(z.string(), z.object({ type: schemaData, reads: z.array(z.string()), at: raw.optional() })),
  shapesRows: z.boolean(),
  /** Whether parameters have rules that only the interpreter of the plugin can apply. */
  hasRules: z.boolean(),
});

const entityData = z.object({
  declared,
  record: schemaData,
  actions: z.record(z.string(), actionData),
  search: z
    .object({
      title: z.array(z.string()).readonly().optional(),
      link: z.string().optional(),
      get: z.record(z.string(), z.string()).optional(),
      fields: raw,
      beyondContract: z.array(z.string()).readonly().optional(),
      derived: z.record(z.string(), z.object({ type: schemaData, declared, isComputed: z.boolean() })),
    })
    .nullable(),
  sync: raw,
});

const eventsData = z.object({
  declared,
  responsesHandshakes: z.boolean(),
  /** The registration of its webhooks as plain data. */
  registration: z.looseObject({ webhooks: entityData }).optional(),
});

/** A connector as plain data: everything but its functions. */
export const connectorData = z.object({
  declared,
  upstream: members,
  settings: schemaData,
  /** Whether settings have rules that only the interpreter of the plugin can apply. */
  hasSettingRules: z.boolean(),
  entities: z.array(entityData),
  events: eventsData.optional(),
});

/** An action as plain data. */
export type ActionData = z.infer<typeof actionData>;

/** An entity as plain data. */
export type EntityData = z.infer<typeof entityData>;

/** The events of a vendor as plain data. */
export type EventsData = z.infer<typeof eventsData>;

/** A connector as plain data: everything but its functions. */
export type ConnectorData = z.infer<typeof connectorData>;
