/** Sizes of a release, the smallest first; `none` needs no release. */
const bumps = ['none', 'patch', 'minor', 'major'] as const;

/** Size of a release. */
export type Bump = (typeof bumps)[number];

/** Returns the larger of two sizes. */
export function larger(one: Bump, other: Bump): Bump {
  return isAtLeast(one, other) ? one : other;
}

/** Whether a release of the size `has` is at least as large as `needs`. */
export function isAtLeast(has: Bump, needs: Bump): boolean {
  return bumps.indexOf(has) >= bumps.indexOf(needs);
}

/** One difference between a connector and its last release. */
export interface Change {
  /** Path into the connector, such as `customers/list/params/limit` or `customers/record/email`. */
  readonly where: string;
  /** The minimum size of the release that includes it. */
  readonly bump: Exclude<Bump, 'none'>;
  /** What happened, as a clause: `is gone`. */
  readonly what: string;
}

/** The minimum size of a release that includes all these changes. */
export function leastBump(changes: readonly Change[]): Bump {
  return changes.reduce<Bump>((most, { bump }) => larger(most, bump), 'none');
}
