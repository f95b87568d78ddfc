import type { Change } from './bump.ts';

/** Compares maps by name: a removed entry is a major change, an added one a minor change. */
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

/** Returns the change from one value to another; none if they are equal. */
export function compareValues(where: string, bump: Change['bump'], was: unknown, is: unknown): readonly Change[] {
  const [before, now] = [JSON.stringify(was), JSON.stringify(is)];
  return before === now ? [] : [{ where, bump, what: `was ${before}, is ${now} now` }];
}
