import { type FieldError, GatewayError, jsonPointer } from '@connectory/errors';

const deepest = 64;

// The path is built only for rejected values, which are rare.
interface Visit {
  readonly value: object;
  readonly key: string;
  readonly above: Visit | undefined;
  readonly depth: number;
}

/**
 * Refuses JSON values that later stages could not carry: nested deeper than 64 levels, with a `__proto__` member, or with text
 * that is not well-formed Unicode. Throws `invalid_params` with a pointer.
 */
export function requirePlainJson(root: object, pointer: readonly string[]): void {
  const refuse = (visit: Visit, keys: readonly string[], message: string, code: string) =>
    refusal([...pointer, ...pathOf(visit), ...keys], message, code);
  const open: Visit[] = [{ value: root, key: '', above: undefined, depth: pointer.length }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, depth } = visit;
    if (depth > deepest) throw refuse(visit, [], `is nested deeper than ${deepest} levels`, 'too_deep');
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') throw refuse(visit, [key], 'is not an allowed name', 'unknown_name');
      if (!key.isWellFormed()) throw refuse(visit, [], 'has a name that is not well-formed Unicode', 'invalid_text');
      if (typeof member === 'string') {
        if (!member.isWellFormed()) throw refuse(visit, [key], 'is not well-formed Unicode', 'invalid_text');
      } else if (typeof member === 'object' && member !== null) {
        open.push({ value: member, key, above: visit, depth: depth + 1 });
      }
    }
  }
}

function pathOf(visit: Visit): string[] {
  const path: string[] = [];
  for (let { key, above } = visit; above !== undefined; { key, above } = above) path.unshift(key);
  return path;
}

function refusal(path: readonly string[], message: string, code: string): GatewayError {
  const shown = path.slice(0, 8);
  const error: FieldError = { field: jsonPointer(shown), message, error_code: code };
  return new GatewayError('invalid_params', `${shown.at(-1) ?? 'params'} ${message}.`, { errors: [error] });
}
