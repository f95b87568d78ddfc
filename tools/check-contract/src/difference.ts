/** What can be wrong at a place; the order is that of the README. */
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

/** One place of a manifest that is not what the contract says. */
export interface Difference {
  /** Path into the connector, such as `customers/list/params/limit`, `customers/record/id` or `customers/list/meta/has_more`. */
  readonly where: string;
  readonly kind: DifferenceKind;
  readonly message: string;
}

/** One difference as a line of text. */
export function differenceLine({ where, kind, message }: Difference): string {
  return `${where}  ${kind}: ${message}`;
}

/** A place that the contract has and the connector has not. */
export function missing(where: string): Difference {
  return { where, kind: 'missing', message: 'it is not there' };
}

/** A place that the connector has and the contract has not. */
export function extra(where: string): Difference {
  return { where, kind: 'extra', message: 'the contract does not have it' };
}
