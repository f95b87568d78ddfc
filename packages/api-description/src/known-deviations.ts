import { z } from 'zod';
import { type DeviationKind, deviationKinds } from './description/deviation.ts';

/** A deviation that is known and explained. */
export interface KnownDeviation {
  readonly entity: string;
  readonly action: string;
  readonly kind: DeviationKind;
  readonly where: string;
  /** Why the request is right all the same, or why it cannot be better. */
  readonly reason: string;
}

/** Known deviations by connector id. */
export type KnownDeviations = Readonly<Record<string, readonly KnownDeviation[]>>;

const knownDeviations = z.record(
  z.string(),
  z.array(
    z.strictObject({
      entity: z.string().min(1),
      action: z.string().min(1),
      kind: z.enum(deviationKinds),
      where: z.string().min(1),
      reason: z.string().trim().min(1, 'Write why this request is right although it deviates'),
    }),
  ),
);

/**
 * Reads the content of a deviations file: `{ "payments": [{ entity, action, kind, where, reason }] }`.
 * @throws Error that names every entry without a reason, with an unknown kind or given twice.
 */
export function parseKnownDeviations(value: unknown): KnownDeviations {
  const result = knownDeviations.safeParse(value);
  if (!result.success) {
    throw new Error(`The deviations file is not valid:\n${z.prettifyError(result.error)}`);
  }
  for (const [connector, entries] of Object.entries(result.data)) {
    const keys = entries.map(deviationKey);
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) {
      throw new Error(`The deviations file lists "${twice}" of ${connector} twice: remove one of them`);
    }
  }
  return result.data;
}

/** What makes two deviations of one connector the same: entity, action, kind and place. */
export function deviationKey(deviation: Omit<KnownDeviation, 'reason'>): string {
  return `${deviation.entity}.${deviation.action} ${deviation.kind} ${deviation.where}`;
}
