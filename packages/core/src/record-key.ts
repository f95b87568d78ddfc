import { type Action, type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import { type DirectActionName, makesRecord } from '@connectory/connector-sdk/engine';
import { parseExactly } from '@connectory/exact-json';
import type { DirectAction } from './resolve-action.ts';

/** The fields that identify a record, as texts. */
export type RecordKey = Readonly<Record<string, string>>;

const named = new WeakMap<Action, readonly string[]>();

/** Returns the parameters of a call that identify one record, as texts; null for an action on no record, or on one that has no key yet. */
export function keyInParams({ entity: { entity }, name, action }: DirectAction, params: object): RecordKey | null {
  if (name === 'list' || name === 'api_search' || makesRecord(name)) return null;
  return textsOf(identifyingParams(entity, action), (param) => (params as Record<string, unknown>)[param]);
}

/** Returns the key of a record that was created, from its JSON text, with the parameters that name its parents; null if it has none. */
export function keyOfCreated(
  { entity: { entity }, action }: DirectAction,
  params: object,
  json: Buffer,
): RecordKey | null {
  const record = parsed(json);
  const key = textsOf([entity.key ?? []].flat(), (path) => valueAt(record, path));
  if (key === null) return null;
  return { ...textsOf(placeholdersOf(action), (param) => (params as Record<string, unknown>)[param]), ...key };
}

// What a get, a delete or a download needs can only say which record is meant; an update also needs the new values.
const naming = ['get', 'delete', 'download'] as const satisfies readonly DirectActionName[];

function identifyingParams(entity: Entity, action: Action): readonly string[] {
  const known = named.get(action);
  if (known !== undefined) return known;
  const names = new Set([
    ...placeholdersOf(action),
    ...[entity.key ?? []].flat(),
    ...naming.flatMap((name) => requiredParams(entity.actions[name])),
  ]);
  const found = Object.keys(action.params.shape).filter((name) => names.has(name));
  named.set(action, found);
  return found;
}

const placeholdersOf = ({ routes }: Action) => routes.flatMap(({ placeholders }) => placeholders);

function requiredParams(action: Action | undefined): readonly string[] {
  return Object.entries(action?.params.shape ?? {}).flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [] : [name],
  );
}

function textsOf(names: readonly string[], read: (name: string) => unknown): RecordKey | null {
  const found = names.flatMap((name) => {
    const value = read(name);
    return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function parsed(json: Buffer): RawValue {
  try {
    return parseExactly(json.toString('utf8'));
  } catch {
    return null;
  }
}
