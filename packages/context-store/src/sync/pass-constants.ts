import { resolveValue, valuesIn } from '@connectory/connector-sdk/engine';
import { isoTime } from './clock.ts';
import type { EntityPlan } from './entity-plan.ts';
import type { PageParams, SyncConnection } from './sync-source.ts';

/**
 * The constants of a plan for a pass that begins now (milliseconds since 1970), with values resolved against the settings of the
 * connection and today; null for a plan without values.
 */
export function passConstants({ constants }: EntityPlan, { settings }: SyncConnection, now: number): PageParams | null {
  if (valuesIn(constants).length === 0) return null;
  return resolveValue(constants, { settings, today: isoTime(now).slice(0, 10) }) as PageParams;
}
