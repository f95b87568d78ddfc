import type { Connector, RawValue } from '@connectory/connector-sdk';
import * as fc from 'fast-check';
import { callables } from './callables.ts';
import { bearer, execute, executePath, type HostileRequest, json, type Target } from './hostile-request.ts';
import { hostileSearches } from './hostile-searches.ts';
import { nastyObject, nastyText, nastyValue } from './nasty-values.ts';

const { constantFrom, oneof, record, tuple } = fc;

/** Valid parameters with one field replaced, removed or added, at the top or one level below. */
function spoilt(valid: Record<string, RawValue>): fc.Arbitrary<RawValue> {
  const names = Object.keys(valid);
  const replaced = (name: string, value: RawValue) => ({ ...valid, [name]: value });
  const below = names.filter((name) => typeof valid[name] === 'object' && valid[name] !== null);
  const ways = [
    tuple(nastyText, nastyValue).map(([name, value]) => replaced(name, value)),
    nastyValue,
    ...(names.length === 0
      ? []
      : [
          tuple(constantFrom(...names), nastyText).map(([name, value]) => replaced(name, value)),
          tuple(constantFrom(...names), nastyValue).map(([name, value]) => replaced(name, value)),
          constantFrom(...names).map((gone) =>
            Object.fromEntries(Object.entries(valid).filter(([name]) => name !== gone)),
          ),
          constantFrom(...names).map((name) => replaced(`${name}x`, valid[name])),
        ]),
    ...(below.length === 0
      ? []
      : [
          tuple(constantFrom(...below), nastyText, nastyValue).map(([name, key, value]) =>
            replaced(name, Array.isArray(valid[name]) ? [value, value] : { ...valid[name], [key]: value }),
          ),
        ]),
  ];
  return oneof(...ways);
}

/**
 * Calls of real actions whose bodies are valid JSON: parameters, searches and envelopes with extreme values, also through connections of
 * another workspace.
 */
export function extremeCalls(target: Target, connectors: readonly Connector[]): fc.Arbitrary<HostileRequest> {
  const all = callables(connectors);
  const params = constantFrom(...all).chain(({ connector, entity, action, valid }) =>
    tuple(constantFrom(...valid).chain(spoilt), fc.boolean()).map(([value, dryRun]) =>
      execute(
        target,
        'params',
        connector,
        JSON.stringify({ entity, action, params: value, ...(dryRun && { dry_run: true }) }),
      ),
    ),
  );
  const envelope = tuple(
    constantFrom(...all),
    record(
      {
        entity: nastyValue,
        action: nastyValue,
        params: nastyValue,
        select_fields: nastyValue,
        exclude_fields: nastyValue,
        dry_run: nastyValue,
        intent: nastyValue,
        skip_truncation: nastyValue,
      },
      { requiredKeys: [] },
    ),
    oneof(nastyObject, fc.constant({})),
  ).map(([{ connector, entity, action }, members, others]) =>
    execute(target, 'envelope', connector, JSON.stringify({ entity, action, ...members, ...others })),
  );
  const searchable = all.filter(({ action }) => action === 'context_store_search');
  const searches = constantFrom(...searchable).chain(({ connector, entity, fields }) =>
    hostileSearches(fields).map((asked) =>
      execute(target, 'search', connector, JSON.stringify({ entity, action: 'context_store_search', params: asked })),
    ),
  );
  const foreign = tuple(constantFrom(...all), constantFrom('', ...(target.foreign ?? []))).map(
    ([{ entity, action, valid }, id]) => ({
      about: 'foreign',
      method: 'POST',
      path: executePath(id),
      headers: { ...json, ...bearer(target.token) },
      body: JSON.stringify({ entity, action, params: valid[0] ?? {} }),
    }),
  );
  return oneof(
    { weight: 40, arbitrary: params },
    { weight: 15, arbitrary: envelope },
    ...(searchable.length === 0 ? [] : [{ weight: 10, arbitrary: searches }]),
    ...(target.foreign === undefined ? [] : [{ weight: 5, arbitrary: foreign }]),
  );
}
