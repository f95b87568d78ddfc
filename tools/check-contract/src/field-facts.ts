import { z } from 'zod';

const typeNames = ['any', 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;

/** A type of the contract: a JSON type, or `any` for a value without constraint. */
export type FieldType = (typeof typeNames)[number];

/** What is stated about a parameter, a record field or a nested field. Facts that are not stated are absent. */
export interface FieldFacts {
  readonly types?: readonly FieldType[];
  /** Whether the caller must send it; only stated for parameters and their fields. */
  readonly required?: boolean;
  /** The only allowed values. */
  readonly enum?: readonly z.core.util.JSONType[];
  /** Allowed values, possibly not all of them. */
  readonly values?: readonly z.core.util.JSONType[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: z.core.util.JSONType;
  readonly pattern?: string;
  readonly items?: FieldFacts;
  readonly properties?: FieldsByName;
}

/** Facts of several fields, by name. */
export type FieldsByName = Readonly<Record<string, FieldFacts>>;

/** Parses `string|null` as a list of types; rejects anything else. */
export const typesText = z
  .string()
  .transform((text) => text.split('|'))
  .pipe(z.array(z.enum(typeNames)));

// Most fields have only a type and some not even that, so both have a short form.
const writtenInFull = (field: unknown) => (field === null ? {} : typeof field === 'string' ? { type: field } : field);

/** The facts that limit a value, as zod fields. */
export const limits = {
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  maxLength: z.int().exactOptional(),
  maxItems: z.int().exactOptional(),
  default: z.json().exactOptional(),
  pattern: z.string().exactOptional(),
};

/** Limits of `spec/contract.json` by parameter: only bounds, default and pattern. */
export const limitsByName: z.ZodType<FieldsByName, unknown> = z.record(z.string().min(1), z.strictObject(limits));

/** A field of `spec/contract.json`: its types as a string, null if none are stated, or an object of facts. */
const fieldFacts: z.ZodType<FieldFacts, unknown> = z.preprocess(
  writtenInFull,
  z
    .strictObject({
      type: typesText.exactOptional(),
      required: z.boolean().default(false),
      enum: z.array(z.json()).min(1).exactOptional(),
      values: z.array(z.json()).min(1).exactOptional(),
      ...limits,
      get items() {
        return fieldFacts.exactOptional();
      },
      get properties() {
        return fieldsByName.exactOptional();
      },
    })
    .transform(({ type, ...facts }) => ({ ...facts, ...(type && { types: type }) })),
);

/** Fields of `spec/contract.json` by name. */
export const fieldsByName = z.record(z.string().min(1), fieldFacts);
