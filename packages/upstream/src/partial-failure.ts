import { type Action, type RawValue, valueAt } from '@connectory/connector-sdk';

/**
 * True when a body that names a failure also says that the write was carried out: the record stands beside the failure, or, in GraphQL,
 * what failed is a field of the answer and not the mutation. `vendorCode` is the code of the failure, if it has one.
 */
export function isPartial({ recordAt, document }: Action, body: RawValue, vendorCode: string | undefined): boolean {
  // At the root stands the failure itself.
  if (recordAt !== '' && isFilled(valueAt(body, recordAt))) return true;
  return document !== undefined && hasRun(body, vendorCode);
}

// Without "data" nothing was executed. The path of an error has one name when the mutation failed, and more for a field of its answer.
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
