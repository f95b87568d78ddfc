/** Something of which a process has only so much, and how much of it is in use. Metrics show both side by side. */
export interface Bound {
  /** Becomes `connectory_<name>_in_use` and `connectory_<name>_limit`: snake case, with the unit where it is not a number of things. */
  readonly name: string;
  /** What is counted, in a few words. */
  readonly help: string;
  /** `Infinity` where nothing limits it. */
  readonly limit: number;
  inUse(): number;
}
