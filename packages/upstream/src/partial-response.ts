import { type Action, type RawValue, valueAt } from '@connectory/connector-sdk';
import type { UpstreamCall } from './call.ts';
import type { ExchangeResponse } from './exchange.ts';
import { failureContext, readFailure, saysTemporary } from './failure.ts';

/** An error of one element of a GraphQL list: its path below `data`, and the vendor's own code and message. */
interface OmittedElement {
  readonly path: string;
  readonly code?: string;
  readonly message?: string;
}

/** The elements of a list that its vendor could not return, by position, and the first errors. */
export interface Omission {
  readonly indexes: ReadonlySet<number>;
  readonly errors: readonly OmittedElement[];
}

const maxErrors = 20;
const maxPathLength = 200;

/**
 * The elements that are to be left out of a GraphQL list because of their errors. Undefined if an error lies above the elements, or
 * ends when the call is repeated: then the whole call failed.
 */
export function omissionOf(call: UpstreamCall, response: ExchangeResponse, body: RawValue): Omission | undefined {
  const { document, recordsAt } = call.action;
  const errors: RawValue = valueAt(body, 'errors');
  if (document === undefined || !Array.isArray(errors) || errors.length === 0) return undefined;
  const context = failureContext(call, () => call.connection.credentials);
  const indexes = new Set<number>();
  const named: OmittedElement[] = [];
  for (const error of errors) {
    const index = indexBelow(recordsAt, valueAt(error, 'path'));
    const { failure, vendorCode } = readFailure(context, response.status, response.headers, { errors: [error] });
    if (index === undefined || saysTemporary(context.upstream, vendorCode)) return undefined;
    indexes.add(index);
    const { code, message } = failure;
    const path = valueAt(error, 'path').join('.').slice(0, maxPathLength);
    named.push({ path, ...(code !== undefined && { code }), ...(message !== undefined && { message }) });
  }
  return { indexes, errors: named.slice(0, maxErrors) };
}

// The path of an error starts below "data".
function indexBelow(recordsAt: string, path: RawValue): number | undefined {
  if (!Array.isArray(path)) return undefined;
  const list = recordsAt.split('.').slice(1);
  const index = path[list.length];
  return typeof index === 'number' && list.every((name, position) => String(path[position]) === name)
    ? index
    : undefined;
}

/**
 * Whether a body with an error also shows that the write was carried out: it contains the record as well, or, in GraphQL, a field of the
 * response failed and not the mutation. `vendorCode` is the code of the error, if it has one.
 */
export function isPartial({ recordAt, document }: Action, body: RawValue, vendorCode: string | undefined): boolean {
  // The root is the error itself.
  if (recordAt !== '' && isFilled(valueAt(body, recordAt))) return true;
  return document !== undefined && hasRun(body, vendorCode);
}

// Without "data", nothing was executed. The path of an error has one name if the mutation failed, and more if a field of its response
// failed.
function hasRun(body: RawValue, vendorCode: string | undefined): boolean {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'data')) return false;
  const { errors } = body;
  if (!Array.isArray(errors)) return false;
  return errors.some((error) => {
    const path: RawValue = valueAt(error, 'path');
    return Array.isArray(path) ? path.length > 1 : vendorCode === undefined;
  });
}

const isFilled = (value: RawValue) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
