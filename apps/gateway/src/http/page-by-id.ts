/** One page of an in-memory list. */
interface PageById<Entry> {
  readonly page: readonly Entry[];
  readonly nextCursor: string | null;
}

/** Returns the entries after `cursor`, ordered by id: a cursor is the id of the last entry of the previous page. */
export function pageById<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string | undefined },
): PageById<Entry> {
  const rest = entries
    .filter((entry) => idOf(entry) > cursor)
    .toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rest.length > limit && last !== undefined ? idOf(last) : null };
}
