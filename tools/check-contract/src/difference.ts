/** What can be wrong at a place, in the order of the README. */
export const differenceKinds = [
  'missing',
  'extra',
  'undescribed',
  'kind',
  'type',
  'required',
  'enum',
  'bound',
  'default',
  'pattern',
] as const;

/** One way in which a place differs. */
export type DifferenceKind = (typeof differenceKinds)[number];

/** One place where a manifest differs from the contract. */
export interface Difference {
  /** Path into the connector, such as `customers/list/params/limit`, `customers/record/id` or `customers/list/meta/has_more`. */
  readonly where: string;
  readonly kind: DifferenceKind;
  readonly message: string;
}

/** Formats one difference as a line of text. */
export function differenceLine({ where, kind, message }: Difference): string {
  return `${where}  ${kind}: ${message}`;
}

/** The difference for a place that is only in the contract. */
export function missing(where: string): Difference {
  return { where, kind: 'missing', message: 'it is not there' };
}

/** The difference for a place that is only in the connector. */
export function extra(where: string): Difference {
  return { where, kind: 'extra', message: 'the contract does not have it' };
}
