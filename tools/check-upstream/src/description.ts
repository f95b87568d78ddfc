import type { JsonObject } from '@connectory/testkit/schema-values';
import { distance } from 'fastest-levenshtein';

/** A request as the gateway's dry run prints it: exactly what would be sent. */
export interface ObservedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON body as a value, a form as its encoded string; undefined if there is none. */
  readonly body?: unknown;
}

/** The verdict of a description on one request. */
export interface Verdict {
  /** The operation the request was recognized as, such as `GET /v1/customers`; undefined when none matched. */
  readonly operation?: string;
  readonly deviations: readonly Deviation[];
  /** The vendor's successful response; `empty` for an empty body, undefined if it is not described. */
  readonly response?: VendorSchema | 'empty';
}

/** A loaded description of a vendor's API. */
export interface ApiDescription {
  /** The name it was loaded under, usually the file. */
  readonly name: string;
  /** What the description leaves unchecked because it cannot be read, one line each. */
  readonly notes: readonly string[];
  /** Compares one request with the description; never throws on a strange request. */
  check(request: ObservedRequest): Verdict;
}

/** A description that cannot be loaded: unknown format, or invalid JSON, YAML or SDL. The message names the file and the reason. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}

/** True for a text in which the dry run hides a secret, whole or in part: such a value is taken as right. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && value.includes('***');
}

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
interface RejectedValue {
  readonly actual: unknown;
  /** The JSON Schema keywords the vendor states for this place. */
  readonly expected: JsonObject;
  /** The keyword that failed, such as `pattern` or `maximum`. */
  readonly keyword: string;
}

/** One difference from the vendor's description. */
export interface Deviation {
  readonly kind: DeviationKind;
  /** A path with an asterisk for every array position: `/path/id`, `/query/limit`, `/body/items/0/price`, `/answer/data`. */
  readonly where: string;
  /** One line that describes what is wrong, without the place. */
  readonly message: string;
  /** The name or value the vendor knows that comes closest. */
  readonly nearest?: string;
  /** Present if one value was rejected. */
  readonly rejected?: RejectedValue;
}

/** A schema of a vendor's description, with what finds the targets of its references. */
export interface VendorSchema {
  readonly schema: unknown;
  /** The target of a `$ref`; undefined if there is none. */
  readonly resolve: (reference: string) => unknown;
}

/**
 * The property `nearest` of a deviation: the candidate closest to a misspelt name, absent when none is within half of the name's length, or
 * two edits.
 */
export function nearestProperty(name: string, candidates: Iterable<string>): { nearest?: string } {
  const [best] = [...candidates]
    .map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits);
  return best === undefined || best.edits > Math.max(2, Math.floor(name.length / 2)) ? {} : { nearest: best.candidate };
}

/**
 * Combines the descriptions of one vendor: a request is judged by the description that has its operation and finds the fewest deviations.
 * If none has it, the one with the closest path is used.
 */
export function combineDescriptions(descriptions: readonly ApiDescription[]): ApiDescription {
  return {
    name: descriptions.map((description) => description.name).join(' + '),
    notes: descriptions.flatMap((description) => description.notes.map((note) => `${description.name}: ${note}`)),
    check(request) {
      const verdicts = descriptions.map((description) => description.check(request));
      const [best] = verdicts.toSorted((left, right) => costOf(left, request) - costOf(right, request));
      return best ?? { deviations: [{ kind: 'unknown_path', where: '/path', message: 'there is no description' }] };
    },
  };
}

// An operation that was recognized outweighs everything; then a path that exists with another method; then likeness.
function costOf(verdict: Verdict, request: ObservedRequest): number {
  if (verdict.operation !== undefined) return verdict.deviations.length;
  const [deviation] = verdict.deviations;
  if (deviation?.kind !== 'unknown_path') return 1e6;
  return 1e7 + distance(deviation.nearest ?? ''.padEnd(1000), `${request.method} ${request.url}`);
}
