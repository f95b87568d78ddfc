import type { z } from 'zod';
import type { Action } from './action.ts';
import type { Entity } from './entity.ts';
import { type JsonSchema, jsonSchemaOfPaths } from './manifest.ts';
import type { NoParams, ParamsOf, ParamsSchema } from './params.ts';
import type { RawValue } from './raw-value.ts';
import { type SentParams, syncParams } from './sync-only.ts';

type NameOf<P extends ParamsSchema, S extends ParamsSchema> = (keyof z.input<P> | keyof S['shape']) & string;

/**
 * Behavior of an action that the simulated vendor cannot derive from the declaration. Omitted parts are inferred from names. Without effect
 * on the real vendor.
 */
export interface Simulation<P extends ParamsSchema = ParamsSchema, S extends ParamsSchema = NoParams> {
  /**
   * The record field a parameter is compared with; null for one that selects nothing. A parameter may be dotted for a part of it,
   * such as `operations.0.id`. In get, update, delete and download, one that names the key identifies the record.
   */
  readonly fields?: { readonly [Param in NameOf<P, S> | `${NameOf<P, S>}.${string}`]?: string | null };
  /** Whether a record matches the request. Replaces everything that would be inferred from the parameters. */
  matches?(record: RawValue, params: SentParams<P, S>): boolean;
  /** Whether a request with these parameters means this action, where several actions share a route. */
  answers?(params: Readonly<Record<string, RawValue>>): boolean;
  /** What a write sets, in the shape of the record; objects are merged member by member. */
  values?(params: ParamsOf<P>): Readonly<Record<string, unknown>>;
}

const parts = ['fields', 'matches', 'answers', 'values'];

/** The error in the simulation of an action, as a sentence without its subject; null if it is valid. */
export function brokenSimulation({ record }: Entity, action: Action): string | null {
  const { simulate, toRow, toRecord } = action;
  if (toRow !== undefined && toRecord === undefined) return 'has a toRow but no toRecord it would be the inverse of';
  if (simulate === undefined) return null;
  const strange = Object.keys(simulate).find((part) => !parts.includes(part));
  if (strange !== undefined) return `simulate cannot say ${strange}; it can say ${parts.join(', ')}`;
  const fields = Object.entries(simulate.fields ?? {});
  if (fields.length === 0) return null;
  const compared = fields.flatMap(([, field]) => (typeof field === 'string' ? [field] : []));
  const schema = jsonSchemaOfPaths(record, compared);
  const { shape } = syncParams(action);
  for (const [param, field] of fields) {
    if (!Object.hasOwn(shape, param) && !Object.hasOwn(shape, param.split('.', 1)[0] ?? '')) {
      return `simulate.fields names ${param}, which is not one of its parameters`;
    }
    if (typeof field === 'string' && !leadsSomewhere(schema, field.split('.'), schema)) {
      return `simulate.fields compares ${param} with ${field}, which is not a field of the record`;
    }
  }
  return null;
}

// Where a schema is open, any path is possible.
function leadsSomewhere(node: JsonSchema, [step, ...rest]: readonly string[], root: JsonSchema): boolean {
  if (step === undefined) return true;
  if (typeof node.$ref === 'string') return leadsSomewhere(referenced(node.$ref, root), [step, ...rest], root);
  const variants = [node.anyOf ?? [], node.oneOf ?? [], node.allOf ?? []].flat() as JsonSchema[];
  if (variants.length > 0) return variants.some((variant) => leadsSomewhere(variant, [step, ...rest], root));
  if (node.type === 'array') return /^\d+$/.test(step) && leadsSomewhere((node.items ?? {}) as JsonSchema, rest, root);
  const properties = node.properties as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties === undefined) return node.type === undefined || node.type === 'object';
  const property = Object.hasOwn(properties, step) ? properties[step] : undefined;
  return property !== undefined && leadsSomewhere(property, rest, root);
}

function referenced(reference: string, root: JsonSchema): JsonSchema {
  let node: RawValue = root;
  for (const step of reference.split('/').slice(1)) node = node?.[decodeURIComponent(step)];
  return node ?? {};
}
