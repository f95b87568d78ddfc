import type { RawValue } from '@connectory/connector-sdk';
import type { FailureRules } from '@connectory/connector-sdk/engine';

/** An error body that matches these rules, with the text at every path of a message. */
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

// A value on the path is kept: a vendor has one or the other.
function setAt(target: RawValue, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] ??= value;
    return;
  }
  target[step] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
  if (typeof target[step] === 'object') setAt(target[step], rest, value);
}
