import { type Action, type RawValue, valueAt } from '@connectory/connector-sdk';

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
