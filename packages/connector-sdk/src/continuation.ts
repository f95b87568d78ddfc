import { z } from 'zod';
import type { Action } from './action.ts';
import type { Paging } from './page.ts';
import { withParamTypes } from './param-types.ts';

const counted = new Set<Paging['style']>(['offset', 'page-number']);

const meta = {
  description: 'Cursor of the next page: the value from `next_params` of the previous response',
  'x-continuation': true,
};

/** A list with the parameters that its paging needs and the author did not declare; their JSON Schema says `x-continuation`. */
export function withContinuation(action: Action): Action {
  const { paging, params } = action;
  const needed = paging === null ? [] : [paging.param, ...Object.keys(paging.also ?? {})];
  const continuation = needed.filter((name) => !Object.hasOwn(params.shape, name));
  if (paging === null || continuation.length === 0) return action;
  const type = counted.has(paging.style) ? z.int().min(0) : z.string();
  const added = Object.fromEntries(continuation.map((name) => [name, type.optional().meta(meta)]));
  const extended = params.extend(added);
  return Object.freeze({ ...action, params: extended, paging: withParamTypes(paging, extended), continuation });
}

/**
 * What a request is built from: all values, or only the continuation and what may accompany it if the vendor accepts nothing
 * else with a cursor.
 */
export function continuedValues(
  paging: Paging | null,
  placeholders: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (paging?.alone === undefined || values[paging.param] === undefined) return values;
  const kept = new Set([
    paging.param,
    ...Object.keys(paging.also ?? {}),
    ...(paging.alone === true ? [] : paging.alone),
    ...placeholders,
  ]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => kept.has(name)));
}
