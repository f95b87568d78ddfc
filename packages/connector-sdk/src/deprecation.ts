import { z } from 'zod';

/** Announces the end of an action to callers, in the manifest, the documents and the headers of every response. */
export interface Deprecation {
  /** Day the deprecation was released, as an ISO date. */
  readonly since: string;
  /** First day on which the action may be removed, as an ISO date after `since`. */
  readonly until: string;
  /** What to call instead, or why there is no replacement, as a sentence. */
  readonly instead: string;
}

/** The rule a deprecation breaks, as a clause; null if it is valid. */
export function brokenDeprecationRule({ since, until, instead }: Deprecation): string | null {
  const day = z.iso.date();
  if (!day.safeParse(since).success || !day.safeParse(until).success) {
    return 'is deprecated from or until something that is no ISO date such as 2027-01-31';
  }
  if (until <= since) return 'is deprecated until a day that does not follow the day it was deprecated';
  return instead.trim() === '' ? 'is deprecated without saying what to call instead' : null;
}
