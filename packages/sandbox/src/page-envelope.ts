import { type Action, type MetaField, type Paging, valueAt } from '@connectory/connector-sdk';
import type { ListPage } from './cut-page.ts';
import { type JsonObject, setAt } from './json.ts';
import { wordsOf } from './names.ts';

/** Returns the URL of another page of the same list; null if there is no such page. */
export type PageUrl = (value: string | number | null) => string | null;

/** The body and headers of a REST list: rows where the action reads them, and every paging and pagination field it looks for. */
export function listEnvelope(
  action: Action,
  page: ListPage,
  rows: readonly unknown[],
  urlOf: PageUrl,
): { body: unknown; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (action.paging?.style === 'link-header') {
    const links = [link(urlOf(page.previous), 'prev'), link(urlOf(page.next), 'next')].filter((text) => text !== '');
    if (links.length > 0) headers.link = links.join(', ');
  }
  if (action.recordsAt === '') return { body: rows, headers };
  const body: JsonObject = {};
  const isLeftOut = action.omitsEmptyLists === true && rows.length === 0;
  if (!isLeftOut) setAt(body, action.recordsAt, rows);
  addFields(body, action, page, urlOf);
  return { body, headers };
}

/** The pagination of a list, at the paths where the action looks for it. */
export function listFields(action: Action, page: ListPage, urlOf: PageUrl): JsonObject {
  const body: JsonObject = {};
  addFields(body, action, page, urlOf);
  return body;
}

function addFields(body: JsonObject, action: Action, page: ListPage, urlOf: PageUrl): void {
  addPaging(body, action, page, urlOf);
  // A vendor that omits its cursor also omits other members without a value.
  const leavesOut = hasCursor(action) && action.paging?.end === undefined;
  for (const [name, field] of Object.entries(action.meta)) {
    for (const path of field.reads) {
      if (valueAt(body, path) !== undefined) continue;
      const value = metaValue(name, path, field, page, urlOf);
      if (value !== null || !leavesOut) setAt(body, path, value);
    }
  }
}

const link = (url: string | null, relation: string) => (url === null ? '' : `<${url}>; rel="${relation}"`);

const hasCursor = ({ paging }: Action) => paging?.style === 'cursor' || paging?.style === 'next-url';

function setEnd(body: JsonObject, path: string, { end }: Paging): void {
  if (end !== undefined) setAt(body, path, end);
}

function addPaging(body: JsonObject, action: Action, page: ListPage, urlOf: PageUrl): void {
  const { paging } = action;
  const [first, second, ...others] = paging?.reads ?? [];
  if (paging === null || first === undefined) return;
  // A page that was requested by number has no cursor.
  if (page.param !== paging.param) {
    setEnd(body, first, paging);
    if (second !== undefined) setAt(body, second, false);
    return;
  }
  if (paging.style === 'last-id') setAt(body, first, page.hasMore);
  else if (!hasCursor(action)) setAt(body, first, page.total);
  else if (page.next === null) setEnd(body, first, paging);
  else setAt(body, first, paging.style === 'cursor' ? page.next : urlOf(page.next));
  if (second !== undefined) setAt(body, second, paging.style === 'cursor' ? page.hasMore : page.cursor);
  for (const path of others) setAt(body, path, page.cursor);
}

const fallbacks = [null, '', 0, false, [], {}];

function metaValue(name: string, path: string, field: MetaField, page: ListPage, urlOf: PageUrl): unknown {
  const words = wordsOf(`${name}_${path.split('.').at(-1) ?? ''}`);
  const candidates = [...wellKnown(words, page, urlOf), ...fallbacks];
  return candidates.find((value) => field.type.safeParse(value).success) ?? null;
}

// The name determines the meaning, the type its format.
function wellKnown(words: readonly string[], page: ListPage, urlOf: PageUrl): unknown[] {
  const is = (...some: readonly string[]) => some.some((word) => words.includes(word));
  if (is('has', 'more')) return [is('previous', 'prev') ? page.start > 0 : page.hasMore];
  if (is('previous', 'prev')) return [urlOf(page.previous), page.previous];
  if (is('next')) return [urlOf(page.next), page.next];
  if (is('pages')) return [Math.max(1, Math.ceil(page.total / page.size))];
  if (is('count', 'total')) return [page.total];
  if (is('per', 'size', 'limit')) return [page.size];
  if (is('offset', 'start')) return [page.start];
  if (is('page', 'current')) return [Math.floor(page.start / page.size) + 1];
  return [];
}
