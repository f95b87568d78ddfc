import type { ConnectorDefinition } from './connector.ts';
import type { Entity } from './entity.ts';
import type { SyncCursor, SyncPlan } from './sync.ts';
import { type ValueData, valuesIn } from './value.ts';

/** The error in the sync plan of an entity that types cannot detect; null if there is none. */
export function brokenSyncRule(
  { actions, sync }: Entity,
  { entities, upstream }: Pick<ConnectorDefinition, 'entities' | 'upstream'>,
): string | null {
  if (sync === null) return null;
  const { via, each, where, params, cursor, revision, batch } = sync;
  if (!Object.hasOwn(actions, via)) return `has no action ${via}`;
  const settings = upstream.settings.shape;
  if (each !== undefined && 'setting' in each) {
    if (!Object.hasOwn(settings, each.setting)) return `the upstream has no setting ${each.setting}`;
    const { otherwise } = each;
    if (otherwise === undefined) {
      if (where !== undefined) return 'entries of a setting are not filtered: where needs otherwise';
    } else {
      const other = entities.find(({ name }) => name === otherwise.name);
      if (other === undefined) return `no entity ${otherwise.name}`;
      if (other.actions.list === undefined) return `${other.name} has no list`;
    }
  } else if (each !== undefined) {
    if (!entities.some(({ name }) => name === each.name)) return `no entity ${each.name}`;
  } else if (where !== undefined) {
    return 'where filters the records of a parent, and each names none';
  }
  if (batch !== undefined) {
    const rule = brokenBatchRule(sync, batch);
    if (rule) return rule;
  }
  for (const value of valuesIn(params)) {
    const rule = brokenValueRule(value, settings);
    if (rule) return rule;
  }
  if (revision !== undefined && !(Number.isInteger(revision) && revision > 0)) return 'revisions count from 1';
  return cursor === undefined ? null : brokenCursorRule(cursor);
}

// Parents that were added since a cursor could have older records, and a list of several parents is always found.
function brokenBatchRule({ each, bind, cursor, notFound }: SyncPlan, batch: number): string | null {
  if (!Number.isInteger(batch) || batch < 2) return 'a batch has 2 parents or more';
  if (each === undefined || 'setting' in each) return 'a batch consists of the records of a parent';
  if (Object.keys(bind ?? {}).length !== 1) return 'a batch binds one parameter';
  return cursor !== undefined || notFound !== undefined ? 'a batch has neither cursor nor notFound' : null;
}

function brokenValueRule(value: ValueData, settings: object): string | null {
  if (value.$value === 'credential') return 'a credential may only fill places of the upstream';
  if (value.$value === 'setting' && !Object.hasOwn(settings, value.setting)) {
    return `the upstream has no setting ${value.setting}`;
  }
  return null;
}

function brokenCursorRule({ lookBack }: SyncCursor): string | null {
  if (lookBack === undefined) return null;
  const { days, hours } = lookBack;
  const length = days ?? hours ?? 0;
  const isOne = days === undefined || hours === undefined;
  return isOne && Number.isFinite(length) && length > 0 ? null : 'lookBack says how many days or hours, above 0';
}
