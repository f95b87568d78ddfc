import type { Deviation } from './deviation.ts';
import type { VendorSchema } from './vendor-schema.ts';

/** A request as the gateway's dry run prints it: exactly what would be sent. */
export interface ObservedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON body as a value, a form as its encoded string, undefined when there is none. */
  readonly body?: unknown;
}

/** What a description says about one request. */
export interface Verdict {
  /** The operation the request was recognized as, such as `GET /v1/customers`; undefined when none matched. */
  readonly operation?: string;
  readonly deviations: readonly Deviation[];
  /** What the vendor answers when it succeeds; `nothing` for an empty body, undefined where the description does not say. */
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

/** A description that cannot be loaded: unknown format, broken JSON, YAML or SDL. The message says which file and why. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}

/** True for a text in which the dry run hides a secret, whole or in part: such a value is taken as right. */
export function isMasked(value: unknown): boolean {
  return typeof value === 'string' && value.includes('***');
}
