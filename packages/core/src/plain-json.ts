import { type FieldError, GatewayError } from '@connectory/errors';
import { jsonPointer } from './json-pointer.ts';

const deepest = 64;

interface Visit {
  readonly value: object;
  readonly path: readonly string[];
}

/**
 * Refuses JSON values that later stages could not carry: nested deeper than 64 levels, with a `__proto__` member, or with text
 * that is not well-formed Unicode. Throws `invalid_params` with a pointer.
 */
export function requirePlainJson(root: object, pointer: readonly string[]): void {
  const open: Visit[] = [{ value: root, path: pointer }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, path } = visit;
    if (path.length > deepest) throw refusal(path, `is nested deeper than ${deepest} levels`, 'too_deep');
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') throw refusal([...path, key], 'is not a name that can be used', 'unknown_name');
      if (!key.isWellFormed()) throw refusal(path, 'has a name that is not well-formed Unicode', 'invalid_text');
      if (typeof member === 'string') {
        if (!member.isWellFormed()) throw refusal([...path, key], 'is not well-formed Unicode', 'invalid_text');
      } else if (typeof member === 'object' && member !== null) open.push({ value: member, path: [...path, key] });
    }
  }
}

function refusal(path: readonly string[], message: string, code: string): GatewayError {
  const shown = path.slice(0, 8);
  const error: FieldError = { field: jsonPointer(shown), message, error_code: code };
  return new GatewayError('invalid_params', `${shown.at(-1) ?? 'params'} ${message}.`, { errors: [error] });
}
