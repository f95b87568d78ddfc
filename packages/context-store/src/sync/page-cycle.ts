import type { PageParams } from './sync-source.ts';

/** Remembers one earlier page of a listing: the parameters that led to it, and when the next one is remembered. */
export interface PageCycle {
  readonly remembered: string;
  /** Page number at which the page then current is remembered instead; doubles every time. */
  readonly until: number;
}

/** Before the first page. */
export const noCycle: PageCycle = { remembered: '', until: 1 };

/**
 * Looks at the parameters of the next page (Brent's cycle detection: constant space, a circle of any length is found within
 * three times the pages that lead into it and round it). Null when the listing goes round in a circle.
 */
export function nextCycle(cycle: PageCycle, page: number, nextParams: PageParams): PageCycle | null {
  const text = JSON.stringify(nextParams);
  if (text === cycle.remembered) return null;
  return page >= cycle.until ? { remembered: text, until: cycle.until * 2 } : cycle;
}
