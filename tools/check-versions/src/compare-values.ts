import type { Change } from './bump.ts';

/** Compares things by name: one that is gone is a major change, one that is new a minor one. */
export function compareByName<Facts>(
  before: Readonly<Record<string, Facts>>,
  after: Readonly<Record<string, Facts>>,
  prefix: string,
  compare: (before: Facts, after: Facts, where: string) => readonly Change[],
): readonly Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): readonly Change[] => {
    const where = `${prefix}${name}`;
    const [was, is] = [before[name], after[name]];
    if (is === undefined) return [{ where, bump: 'major', what: 'is gone' }];
    if (was === undefined) return [{ where, bump: 'minor', what: 'is new' }];
    return compare(was, is, where);
  });
}

/** A value in place of another as a change; none when it is the same. */
export function compareValues(where: string, bump: Change['bump'], was: unknown, is: unknown): readonly Change[] {
  const [before, now] = [JSON.stringify(was), JSON.stringify(is)];
  return before === now ? [] : [{ where, bump, what: `was ${before}, is ${now} now` }];
}
