import type { JsonObject } from '@connectory/testkit/schema-values';

/** What the check needs to know of a connector. */
export interface CheckedConnector {
  readonly id: string;
  readonly actions: readonly CheckedAction[];
}

/** One direct action: its parameters, and what it reads from the vendor's response. */
export interface CheckedAction {
  readonly entity: string;
  readonly action: string;
  /** JSON Schema (draft 2020-12) of the parameters. */
  readonly params: JsonObject;
  /** Dotted paths of the response body that are read in addition to the records, such as a cursor. */
  readonly reads: readonly string[];
  /** Absent for an action whose response is a file. */
  readonly result?: CheckedResult;
}

/** Where an action finds its records, and what it declares them to be. */
export interface CheckedResult {
  /** Dotted path into the body; empty for the whole body. */
  readonly at: string;
  readonly kind: 'records' | 'record';
  /** JSON Schema (draft 2020-12) of one record. */
  readonly record: JsonObject;
  /** Turns one of the vendor's rows into a record; absent where rows are records. */
  readonly reshape?: (row: unknown) => unknown;
  /** True when the connector drops rows that are no records of the entity. */
  readonly filtered: boolean;
}
