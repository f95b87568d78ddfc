import type { Deviation } from './deviation.ts';
import type { VendorSchema } from './vendor-schema.ts';

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
  /** The vendor's successful response; `nothing` for an empty body, undefined if it is not described. */
  readonly answer?: VendorSchema | 'nothing';
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
