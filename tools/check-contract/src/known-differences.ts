import { z } from 'zod';
import { type Difference, differenceKinds } from './difference.ts';

const knownDifferences = z.record(
  z.string(),
  z.array(
    z.strictObject({
      where: z.string().min(1),
      kind: z.enum(differenceKinds),
      reason: z.string().trim().min(1, 'Write why the connector differs from the catalog on purpose'),
    }),
  ),
);

/** Intended differences from the catalog, each with its reason, by connector id. */
export type KnownDifferences = z.infer<typeof knownDifferences>;

/** One intended difference. */
export type KnownDifference = KnownDifferences[string][number];

/** Differences, split into unexplained and known ones; `stale` entries no longer match a difference. */
export interface ExplainedDifferences {
  readonly unexplained: readonly Difference[];
  readonly known: readonly KnownDifference[];
  readonly stale: readonly KnownDifference[];
}

/**
 * Parses the entries of the connectors' folders, by connector ID: `[{ where, kind, reason }]` each. Throws an `Error` that names every
 * entry without a reason or with an unknown kind.
 */
export function parseKnownDifferences(value: unknown): KnownDifferences {
  const result = knownDifferences.safeParse(value);
  if (!result.success) throw new Error(`The known differences are not valid:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** Matches the differences of one connector with its entries; an entry explains differences of the same place and kind. */
export function explainDifferences(
  differences: readonly Difference[],
  entries: readonly KnownDifference[],
): ExplainedDifferences {
  const same = (one: Pick<Difference, 'where' | 'kind'>, other: Pick<Difference, 'where' | 'kind'>) =>
    one.where === other.where && one.kind === other.kind;
  return {
    unexplained: differences.filter((difference) => !entries.some((entry) => same(entry, difference))),
    known: entries.filter((entry) => differences.some((difference) => same(entry, difference))),
    stale: entries.filter((entry) => !differences.some((difference) => same(entry, difference))),
  };
}
