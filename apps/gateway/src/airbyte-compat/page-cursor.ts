import { parseExactly, writeExactly } from '@connectory/exact-json';

type Params = Readonly<Record<string, unknown>>;

// A cursor of a vendor is passed on unchanged, so ours must differ.
const prefix = 'connectory-next:';

/** The members that PyAirbyte reads to get the next page: it sends `end_cursor` as `cursor` with the same parameters. */
export function cursorMembers(meta: Params): object {
  const { next_params: next } = meta;
  if (next === undefined) return {};
  if (next === null) return { has_next_page: false, end_cursor: null };
  const cursor = prefix + Buffer.from(writeExactly(next)).toString('base64url');
  return { has_next_page: true, end_cursor: cursor };
}

/** Replaces a cursor that `cursorMembers` made with the parameters it stands for. Other parameters stay as they are. */
export function withoutCursor(params: Params): Params {
  const { cursor, ...others } = params;
  if (typeof cursor !== 'string' || !cursor.startsWith(prefix)) return params;
  const next = decoded(cursor.slice(prefix.length));
  return next === undefined ? params : { ...others, ...next };
}

function decoded(text: string): object | undefined {
  try {
    const next = parseExactly(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof next === 'object' && next !== null && !Array.isArray(next) ? next : undefined;
  } catch {
    // The parameter is refused like every other one that does not exist.
    return undefined;
  }
}
