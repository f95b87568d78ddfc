import { z } from 'zod';
import { type DeviationKind, deviationKinds } from './description/deviation.ts';

const parts = ['request', 'record', 'simulated'] as const;

/** What a deviation is about: a request, the declared record of an action, or a response of the simulated vendor. */
export type Part = (typeof parts)[number];

/** A text with `*` for anything within one step of a place and `**` for any number of steps, or several such texts. */
export type Pattern = string | readonly string[];

/** Deviations that are known and explained: all those that meet every pattern. */
export interface KnownDeviation {
  /** By default, all three. */
  readonly part?: Part | undefined;
  readonly entity: Pattern;
  readonly action: Pattern;
  readonly kind: DeviationKind;
  readonly where: Pattern;
  /** Why it is right all the same, or why it cannot be better. */
  readonly reason: string;
}

/** What is compared with known deviations. */
export interface PlacedDeviation {
  readonly part: Part;
  readonly entity: string;
  readonly action: string;
  readonly kind: DeviationKind;
  readonly where: string;
}

const pattern = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/** Known deviations as a file has them. */
export const knownDeviations = z.array(
  z.strictObject({
    part: z.enum(parts).optional(),
    entity: pattern,
    action: pattern,
    kind: z.enum(deviationKinds),
    where: pattern,
    reason: z.string().trim().min(1, 'write why this is right although it deviates'),
  }),
);

/** An entry that is not needed, or no longer all of it. */
export interface StaleDeviation {
  readonly entry: KnownDeviation;
  /** The patterns that meet nothing; all of the entry when none are named. */
  readonly unused: readonly string[];
}

const patterned = ['entity', 'action', 'where'] as const;

/** Finds the entry that explains a deviation; undefined if there is none. */
export function explanationOf(
  known: readonly KnownDeviation[],
  deviation: PlacedDeviation,
): KnownDeviation | undefined {
  return known.find((entry) => explains(entry, deviation));
}

/** The entries of which something explains no deviation. */
export function staleDeviations(
  known: readonly KnownDeviation[],
  deviations: readonly PlacedDeviation[],
): readonly StaleDeviation[] {
  return known.flatMap((entry) => {
    const explained = deviations.filter((deviation) => explains(entry, deviation));
    if (explained.length === 0) return [{ entry, unused: [] }];
    const unused = patterned.flatMap((name) =>
      [entry[name]].flat().filter((one) => !explained.some((deviation) => meets(one, deviation[name]))),
    );
    return unused.length === 0 ? [] : [{ entry, unused }];
  });
}

function explains(entry: KnownDeviation, deviation: PlacedDeviation): boolean {
  return (
    entry.kind === deviation.kind &&
    (entry.part === undefined || entry.part === deviation.part) &&
    patterned.every((name) => [entry[name]].flat().some((one) => meets(one, deviation[name])))
  );
}

const expressions = new Map<string, RegExp>();

function meets(text: string, value: string): boolean {
  const known = expressions.get(text) ?? expressionOf(text);
  expressions.set(text, known);
  return known.test(value);
}

function expressionOf(text: string): RegExp {
  const source = text.split(/(\/\*\*(?=\/|$)|\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return part.endsWith('**') ? '.*' : part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
}
