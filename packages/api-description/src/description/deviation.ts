import type { JsonObject } from '../json.ts';

/** Every way a request can differ from the vendor's description. `refused` is the gateway's own refusal of the parameters. */
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

/** One difference between a request and the vendor's description. */
export interface Deviation {
  readonly kind: DeviationKind;
  /** JSON-pointer-like place: `/path/id`, `/query/limit`, `/header/x-version`, `/body/items/0/price`, with `*` for every array position. */
  readonly where: string;
  /** One line that says what is wrong; does not repeat the place. */
  readonly message: string;
  /** The name or value the vendor knows that comes closest. */
  readonly nearest?: string;
  /** Present where one value was refused. */
  readonly fault?: ValueFault;
}
