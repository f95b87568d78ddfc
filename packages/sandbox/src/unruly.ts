import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type Action, type Page, type Paging, valueAt } from '@connectory/connector-sdk';
import { isObject, type JsonObject, setAt } from './json.ts';
import type { Reply } from './replies.ts';

/**
 * How real vendors differ from what they describe, by the name of the behavior. A vendor that behaves so does not break its promises to
 * people, and no schema shows it.
 */
export const unrulyBehaviors = {
  'byte-order-mark': {
    does: 'puts a byte order mark before its JSON',
    where: 'all lists',
    meets: () => true,
    change: ({ reply }) => ({ ...reply, body: `\uFEFF${reply.body}` }),
  },
  'old-gzip': {
    does: 'calls its compression x-gzip',
    where: 'all lists',
    meets: () => true,
    change: ({ reply }) => {
      const bytes = gzipSync(String(reply.body));
      const headers = { ...reply.headers, 'content-encoding': 'x-gzip' };
      return { ...reply, headers, body: { length: bytes.length, stream: Readable.from([bytes]) } };
    },
  },
  'new-members': {
    does: 'adds members that it has not announced',
    where: 'all lists',
    meets: () => true,
    change: (list) => withRows(list, (rows) => rows.map((row) => (isObject(row) ? { ...row, new_member: [1] } : row))),
  },
  'short-page': {
    does: 'leaves a record out of a page that it has counted',
    where: 'lists with pages',
    meets: ({ paging }) => paging !== null,
    change: (list) => (hasNext(list) ? withRows(list, (rows) => rows.slice(1)) : list.reply),
  },
  'empty-page': {
    does: 'returns a page without records before the last one',
    where: 'lists with cursors or links to the next page',
    meets: ({ paging }) => mayContinueEmpty(paging) && ['cursor', 'next-url', 'link-header'].includes(paging.style),
    change: (list) => (hasNext(list) ? withRows(list, () => []) : list.reply),
  },
  'more-without-cursor': {
    does: 'says that there is more, but not where',
    where: 'lists that say whether there is more',
    meets: ({ paging }) =>
      mayContinueEmpty(paging) &&
      (paging.style === 'last-id' || (paging.style === 'cursor' && paging.reads.length > 1)),
    change: (list) => {
      if (!hasNext(list)) return list.reply;
      if (list.action.paging?.style === 'last-id') return withRows(list, () => []);
      return withBody(list, (body) => setAt(body, list.action.paging?.reads[0] ?? '', null));
    },
  },
  'larger-total': {
    does: 'counts records that its list does not have',
    where: 'lists that skip records and count them',
    meets: ({ paging }) => paging?.style === 'offset' && paging.reads.length > 0,
    change: (list) => withBody(list, (body) => setAt(body, list.action.paging?.reads[0] ?? '', 1_000)),
  },
  'split-links': {
    does: 'sends its links in two headers of the same name',
    where: 'lists with `Link` headers',
    meets: ({ paging }) => paging?.style === 'link-header',
    change: ({ reply }) => {
      const { link } = reply.headers;
      const links = ['<https://vendor.invalid/style.css>; rel="preload"', ...[link ?? []].flat()];
      return { ...reply, headers: { ...reply.headers, link: links } };
    },
  },
  'null-record': {
    does: 'returns null for a record that the caller may not see',
    where: 'GraphQL lists',
    meets: ({ document }) => document !== undefined,
    change: (list) => withRows(list, (rows) => (rows.length === 0 ? rows : [null, ...rows])),
  },
  'denied-record': {
    does: 'returns an error for one of the records',
    where: 'GraphQL lists',
    meets: ({ document }) => document !== undefined,
    change: (list) => {
      const [, ...others] = rowsOf(list);
      const [, ...path] = list.action.recordsAt.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      return withBody(list, (body) => {
        setAt(body, list.action.recordsAt, [null, ...others]);
        body.errors = [{ path: [...path, 0], message: 'You may not see this.', type: 'FORBIDDEN' }];
      });
    },
  },
  'no-such-page': {
    does: 'returns its web page for missing pages, with status 404',
    where: 'all lists',
    meets: () => true,
    change: () => ({
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Not found</title>',
    }),
  },
  'empty-lists': {
    does: 'returns empty lists for a while',
    where: 'all lists',
    meets: () => true,
    change: (list) => (list.action.paging === null ? withRows(list, () => []) : emptied(list, list.action.paging)),
  },
  'repeated-page': {
    does: 'returns the first page again and again',
    where: 'lists with pages',
    meets: ({ paging }) => paging !== null,
  },
  'heavy-pages': {
    does: 'fails when a page has more than ten records',
    where: 'lists with a page size',
    meets: ({ paging }) => paging?.size !== undefined,
    change: (list) => {
      const size = Number(list.params[list.action.paging?.size ?? '']);
      return size > 10 ? { status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad gateway' } : list.reply;
    },
  },
  'record-removed': {
    does: 'loses a record of the first page while the list is read',
    where: 'lists with pages',
    meets: ({ paging }) => paging !== null,
  },
} as const satisfies Readonly<Record<string, UnrulyBehavior>>;

function mayContinueEmpty(paging: Paging | null): paging is Paging {
  return paging !== null && paging.endsEmpty !== true;
}

/** Name of a behavior of real vendors. */
export type UnrulyName = keyof typeof unrulyBehaviors;

/** A behavior of real vendors. */
export interface UnrulyBehavior {
  /** What the vendor does, after "the vendor". */
  readonly does: string;
  /** What can meet it, in words. */
  readonly where: string;
  /** Whether the lists of an action can behave so. */
  readonly meets: (action: Action) => boolean;
  /** The response to a list; absent where the vendor does something else than to change it. */
  readonly change?: (list: ListReply) => Reply;
}

/** A successful response to a call of a list. */
export interface ListReply {
  readonly action: Action;
  readonly params: JsonObject;
  readonly reply: Reply;
}

/** The response of a vendor that behaves so. */
export function unruly(name: UnrulyName, list: ListReply): Reply {
  const behavior: UnrulyBehavior = unrulyBehaviors[name];
  return behavior.change?.(list) ?? list.reply;
}

/** Whether a behavior is one of real vendors. */
export const isUnruly = (name: string): name is UnrulyName => Object.hasOwn(unrulyBehaviors, name);

/** The rows of a response to a list. */
export function rowsOf({ action, reply }: ListReply): readonly unknown[] {
  const rows = valueAt(JSON.parse(String(reply.body)), action.recordsAt);
  return Array.isArray(rows) ? rows : [];
}

function withRows(list: ListReply, change: (rows: readonly unknown[]) => readonly unknown[]): Reply {
  const { action, reply } = list;
  const body: unknown = JSON.parse(String(reply.body));
  const rows = valueAt(body, action.recordsAt);
  if (!Array.isArray(rows)) return reply;
  if (action.recordsAt === '') return { ...reply, body: JSON.stringify(change(rows)) };
  return withBody(list, (whole) => setAt(whole, action.recordsAt, change(rows)));
}

function withBody({ reply }: ListReply, change: (body: JsonObject) => void): Reply {
  const body: unknown = JSON.parse(String(reply.body));
  if (!isObject(body)) return reply;
  change(body);
  return { ...reply, body: JSON.stringify(body) };
}

/** An empty list that is its only page. */
function emptied(list: ListReply, { style, reads, end }: Paging): Reply {
  const [first, second] = reads;
  const { link: _, ...headers } = list.reply.headers;
  const { body } = withRows(list, () => []);
  return withBody({ ...list, reply: { ...list.reply, headers, body } }, (empty) => {
    if (first !== undefined) setAt(empty, first, style === 'last-id' ? false : style === 'offset' ? 0 : (end ?? null));
    if (second !== undefined) setAt(empty, second, style === 'cursor' ? false : null);
  });
}

/** Whether the paging of the action leads on from the response. */
export function hasNext({ action, params, reply }: ListReply): boolean {
  const body: unknown = JSON.parse(String(reply.body));
  const rows = valueAt(body, action.recordsAt);
  if (action.paging === null || !Array.isArray(rows)) return false;
  const page: Page = {
    params,
    count: rows.length,
    value: (path) => valueAt(body, path),
    first: (path) => valueAt(rows[0], path),
    last: (path) => valueAt(rows.at(-1), path),
    header: (name) => [reply.headers[name.toLowerCase()] ?? []].flat()[0],
  };
  return action.paging.next(page) !== null;
}
