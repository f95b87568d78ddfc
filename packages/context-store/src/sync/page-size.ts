import { GatewayError } from '@connectory/errors';
import type { EntityPlan } from './entity-plan.ts';
import { pagesUntilLarger } from './pass-limits.ts';

/** Whether a smaller page may succeed where this error occurred. */
export function isTooHeavy(error: unknown): boolean {
  return GatewayError.is(error) && (error.pageTooHeavy === true || error.code === 'upstream_timeout');
}

/** The number of records per page that a plan asks for; null if it does not ask for any. */
export function plannedSize({ action, constants, params }: EntityPlan): number | null {
  const name = action.paging?.size;
  if (name === undefined) return null;
  const size = constants[name] ?? params.shape[name]?.safeParse(undefined).data;
  return typeof size === 'number' ? size : null;
}

/** Half the current page size; null if there is no smaller page. */
export function smallerPage(plan: EntityPlan, current: number | null): number | null {
  const size = current ?? plannedSize(plan);
  return size === null || size <= 1 ? null : Math.floor(size / 2);
}

/** Twice a reduced page size; null once it is as large as the plan asks for. */
export function largerPage(plan: EntityPlan, current: number | null): number | null {
  const planned = plannedSize(plan);
  return current === null || planned === null || current * 2 >= planned ? null : current * 2;
}

/** The page size for the next page of a partition of which some pages have been read. */
export function nextPageSize(plan: EntityPlan, current: number | null, pages: number): number | null {
  return pages % pagesUntilLarger === 0 && canChangeSize(plan) ? largerPage(plan, current) : current;
}

/** Whether the size may change between two pages of a list: numbered pages count in it, and some vendors accept only the cursor. */
export function canChangeSize({ action: { paging } }: EntityPlan): boolean {
  if (paging?.size === undefined || paging.style === 'page-number') return false;
  return paging.alone === undefined || (paging.alone !== true && paging.alone.includes(paging.size));
}

/** The parameter for a reduced page size; none for the size of the plan. */
export function sizeParam({ action: { paging } }: EntityPlan, size: number | null): Readonly<Record<string, number>> {
  return size === null || paging?.size === undefined ? {} : { [paging.size]: size };
}
