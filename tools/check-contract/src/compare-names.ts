import { type Difference, extra, missing } from './difference.ts';

/** Compares the names that a contract lists with those that a connector offers. */
export function compareNames(
  expected: readonly string[],
  offered: readonly string[],
  where: (name: string) => string,
): readonly Difference[] {
  return [
    ...expected.filter((name) => !offered.includes(name)).map((name) => missing(where(name))),
    ...offered.filter((name) => !expected.includes(name)).map((name) => extra(where(name))),
  ];
}
