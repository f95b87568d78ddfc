import { type Action, type DirectActionName, isRead, resultKind } from './action.ts';

/** The rule that an action's response paths violate, as a clause; null if they are valid. */
export function brokenResponseRule(action: Action, name: DirectActionName): string | null {
  const { match, fileAt, idHeader, result } = action;
  if (idHeader !== undefined) {
    if (isRead(name)) return 'has idHeader, which is for writes';
    if (result?.shape.id === undefined) return 'has idHeader, but no result with an id';
  }
  if (match !== undefined) {
    if (resultKind(name) !== 'record') return 'has match, which is for actions that answer one record';
    if (Object.keys(match).length === 0) return 'has a match that names no field';
    const error = Object.values(match)
      .map((param) => rejectedParam(action, param))
      .find((rule) => rule !== null);
    if (error) return `matches rows by ${error}`;
  }
  for (const [, param = ''] of (fileAt ?? '').matchAll(/\{([^{}]*)\}/g)) {
    const error = rejectedParam(action, param);
    if (error !== null) return `has a place in fileAt for ${error}`;
  }
  return null;
}

function rejectedParam({ params }: Action, param: string): string | null {
  const schema = Object.hasOwn(params.shape, param) ? params.shape[param] : undefined;
  if (schema === undefined) return `${param}, which is not one of its parameters`;
  const left = schema.safeParse(undefined);
  return left.success && left.data === undefined ? `${param}, which may be left out` : null;
}
