import type { JsonObject } from '@connectory/testkit/schema-values';

/**
 * Every way in which a request, a declared record or a simulated response can differ from the vendor's description. `refused` means
 * rejected by the connector itself, or by the simulated vendor. `unknown_place` and all below it are about records: a place that the
 * vendor's response lacks, and values that the vendor may send although the record excludes them.
 */
export const deviationKinds = [
  'malformed_request',
  'unknown_server',
  'unknown_path',
  'unknown_method',
  'unknown_query',
  'missing_query',
  'missing_header',
  'content_type',
  'missing_body',
  'unexpected_body',
  'unknown_field',
  'missing_field',
  'read_only',
  'wrong_type',
  'wrong_value',
  'deprecated',
  'invalid_document',
  'unknown_variable',
  'wrong_variable',
  'refused',
  'unknown_place',
  'null_denied',
  'absence_denied',
  'fraction_denied',
  'unlisted_value',
] as const;

/** One of {@link deviationKinds}. */
export type DeviationKind = (typeof deviationKinds)[number];

/** What exactly was wrong with a single value, for callers that want to try another one. */
export interface ValueFault {
  readonly actual: unknown;
  /** The JSON Schema keywords the vendor states for this place. */
  readonly expected: JsonObject;
  /** The keyword that failed, such as `pattern` or `maximum`. */
  readonly keyword: string;
}

/** One difference from the vendor's description. */
export interface Deviation {
  readonly kind: DeviationKind;
  /**
   * JSON-pointer-like place, with an asterisk for every array position: `/path/id`, `/query/limit`, `/header/x-version`,
   * `/body/items/0/price`, `/answer/data`.
   */
  readonly where: string;
  /** One line that describes what is wrong, without the place. */
  readonly message: string;
  /** The name or value the vendor knows that comes closest. */
  readonly nearest?: string;
  /** Present if one value was rejected. */
  readonly fault?: ValueFault;
}
