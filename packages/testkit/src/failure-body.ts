import type { RawValue } from '@connectory/connector-sdk';
import type { FailureRules } from '@connectory/connector-sdk/engine';

/** The body with which a vendor of these rules says that something failed, every place of a message filled with the words. */
export function failureBody(
  { when, message, code = [], requestIdAt }: FailureRules,
  words: string,
  also: boolean,
): unknown {
  const body: RawValue = {};
  const places = also
    ? [...message, ...code, ...(requestIdAt === undefined ? [] : [requestIdAt])]
    : message.slice(0, 1);
  for (const place of places) setAt(body, place.split('.'), words);
  if (when !== undefined && when.is !== 'present') setAt(body, when.path.split('.'), when.is);
  return body;
}

// What stands in the way of a path is left as it is: a vendor has one or the other.
function setAt(target: RawValue, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] ??= value;
    return;
  }
  target[step] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
  if (typeof target[step] === 'object') setAt(target[step], rest, value);
}
