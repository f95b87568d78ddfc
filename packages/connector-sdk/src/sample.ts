/** Deterministic choices for the simulated upstream, one instance per record: same seed, same record. */
export interface SampleSource {
  /** Position of the record within its entity, from 0. */
  readonly index: number;
  integer(minimum: number, maximum: number): number;
  pick<T>(values: readonly T[]): T;
  /** Identifier with a vendor-like prefix: `id('cus_', 14)`. */
  id(prefix: string, length: number): string;
  /** ISO timestamp some days before the fixed date of the sandbox. */
  time(daysAgo: number): string;
  /** The same as Unix seconds. */
  epoch(daysAgo: number): number;
  person(): { readonly first: string; readonly last: string; readonly email: string };
  company(): string;
  /** Text of about this many words: one is a noun, two a short name, three to seven a heading, more are sentences. */
  words(count: number): string;
  /** A field (by default the key) of some record of another entity; all calls for one entity within one sample choose the same record. */
  of(entity: string, field?: string): string | number;
}

/** Values of a plausible record; omitted fields are generated from the record's schema, optional ones set to `undefined` are left out. */
export type Sample = (source: SampleSource) => Readonly<Record<string, unknown>>;
