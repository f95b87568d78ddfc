import { z } from 'zod';
import { type Associable, associationTypes } from './association-types.ts';

// HubSpot stores and documents texts; numbers and booleans become texts in the request.
const value = z.union([z.string(), z.number(), z.boolean()]);

type Properties = Readonly<Record<string, z.output<typeof value>>>;

interface Writable {
  /** What the properties mean that are often set; all others of the account can be set as well. */
  readonly properties: Readonly<Record<string, string>>;
  /** Names of those that a new record must have. */
  readonly required?: readonly string[];
  /** Properties of a plausible record. */
  readonly example: Properties;
}

const propertiesOf = ({ properties, example }: Writable, required: readonly string[] = []) =>
  z
    .object(
      Object.fromEntries(
        Object.entries(properties).map(([name, text]) => {
          const described = value.describe(text);
          return [name, required.includes(name) ? described : described.optional()];
        }),
      ) as Record<string, typeof value>,
    )
    .catchall(value)
    .describe('Properties to set, by their names in HubSpot; an empty text clears one')
    .meta({ examples: [example] });

/** Who defined an association type. */
export const associationCategory = z
  .enum(['HUBSPOT_DEFINED', 'USER_DEFINED', 'INTEGRATOR_DEFINED'])
  .default('HUBSPOT_DEFINED')
  .describe('Who defined the association type');

const Type = z.strictObject({
  associationCategory,
  associationTypeId: z.int().describe('Id of the association type'),
});

const associationsOf = (object: Associable) => {
  const ids = Object.entries(associationTypes[object]).map(([to, id]) => `${id} for ${to.replace('_', ' ')}`);
  return z
    .array(
      z.strictObject({
        to: z.strictObject({ id: z.string().describe('Id of the other record') }).describe('Record to associate'),
        types: z.array(Type).min(1).describe('Association types, which also say which object the other record is of'),
      }),
    )
    .optional()
    .describe(
      ids.length === 0
        ? 'Records to associate with the new one'
        : `Records to associate with the new one; associationTypeId is ${ids.join(', ')}`,
    );
};

/** Parameters and request of a create. */
export const creationOf = (object: Associable, writable: Writable) => ({
  params: z.object({ properties: propertiesOf(writable, writable.required), associations: associationsOf(object) }),
  wire: ({ properties, ...rest }: { readonly properties: Properties; readonly associations?: unknown }) => ({
    body: { properties: texts(properties), ...rest },
  }),
});

/** Parameters and request of an update, given the parameter with the id of the record. */
export const changeOf = <const Id extends z.ZodRawShape>(id: Id, writable: Writable) => ({
  params: z.object({
    ...id,
    idProperty: z
      .string()
      .optional()
      .describe('Property with unique values, such as email, by which the id identifies the record'),
    properties: propertiesOf(writable),
  }),
  wire: ({
    idProperty,
    properties,
  }: {
    readonly idProperty?: string | undefined;
    readonly properties: Properties;
  }) => ({
    query: { idProperty },
    body: { properties: texts(properties) },
  }),
});

/** Result of a delete, to which HubSpot responds without a body. */
export const nothing = z.object({});

/** Properties as HubSpot stores them. */
export const texts = (properties: Properties) =>
  Object.fromEntries(Object.entries(properties).map(([name, given]) => [name, String(given)]));
