import type { z } from 'zod';
import type { Action, DirectActionName } from './action.ts';
import type { ParamsOf, ParamsSchema } from './params.ts';
import type { SyncPlan } from './sync.ts';
import { paramsOfFile } from './uploaded-file.ts';

/** The parameters a request may contain: those of callers, and the sync-only ones, which only calls of a sync plan have. */
export type SentParams<P extends ParamsSchema, S extends ParamsSchema> = Beside<P, S, ParamsOf<P>, ParamsOf<S>>;

/** The same, as a sync plan sets them. */
export type PlannedParams<P extends ParamsSchema, S extends ParamsSchema> = Beside<P, S, z.input<P>, z.input<S>>;

// An object without members has an index signature of `never`, which no other member satisfies.
type Beside<P extends ParamsSchema, S extends ParamsSchema, Public, Further> = [keyof S['shape']] extends [never]
  ? Public
  : [keyof P['shape']] extends [never]
    ? Partial<Further>
    : Public & Partial<Further>;

const known = new WeakMap<Action, ParamsSchema>();

/** The parameters of an action that a sync plan may set: those of callers, and the sync-only ones, which are optional. */
export function syncParams(action: Action): ParamsSchema {
  const { params, syncOnly } = action;
  if (syncOnly === undefined) return params;
  const found = known.get(action);
  if (found !== undefined) return found;
  const merged = params.safeExtend(optionalMembers(syncOnly));
  known.set(action, merged);
  return merged;
}

const optionalMembers = ({ shape }: ParamsSchema) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()]));

/** The rule that the sync-only parameters of an action break, as a clause; null if they are valid. */
export function brokenSyncOnlyRule(
  { params, syncOnly, routes, paging, file }: Action,
  name: DirectActionName,
  sync: SyncPlan | null,
): string | null {
  const isFilled = (placeholder: string) => syncOnly === undefined || !Object.hasOwn(syncOnly.shape, placeholder);
  if (!routes.some(({ placeholders }) => placeholders.every(isFilled)))
    return 'has no route without sync-only parameters';
  const planned = sync?.via === name ? [...usedParams(sync), ...(paging?.alternatives ?? [])] : [];
  const used = [...planned, ...paramsOfFile(file)];
  for (const [param, schema] of Object.entries(syncOnly?.shape ?? {})) {
    if (Object.hasOwn(params.shape, param)) return `${param} is sync-only, but callers have a parameter with that name`;
    if (!used.includes(param)) {
      return `${param} is sync-only, but no sync plan reads by ${name} with it: name it in params, bind, cursor or its paging, or leave it out`;
    }
    if (schema.safeParse(undefined).data !== undefined) {
      return `${param} is sync-only and has a default: say its value in params of the sync plan instead`;
    }
  }
  return null;
}

// A cursor may lead to a member of a nested parameter.
function usedParams({ params, bind, cursor }: SyncPlan): readonly string[] {
  const given = [...Object.keys(params ?? {}), ...Object.keys(bind ?? {})];
  return cursor === undefined ? given : [...given, cursor.param, cursor.param.split('.', 1)[0] ?? ''];
}
