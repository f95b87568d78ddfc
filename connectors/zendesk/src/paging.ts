import { ConnectorError, type MetaField, type Paging, page, type Wire } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Pages by number: the response contains the URL of the next page, even of the first one that Zendesk does not return. */
export const byNumber: Paging = page.nextUrl({
  param: 'page',
  size: 'per_page',
  next: 'next_page',
  end: null,
  max: { records: 10_000, page: 'page' },
});

const cursors = page.cursor({
  param: 'cursor',
  size: 'per_page',
  next: 'meta.after_cursor',
  more: 'meta.has_more',
  end: null,
  ...(byNumber.max && { max: byNumber.max }),
});

/**
 * Pages by cursor or by number: a response to a cursor has `meta`, one to a page number has `next_page`, as the pagination field of that
 * name declares.
 */
export const eitherWay: Paging = {
  ...cursors,
  alternatives: [byNumber.param],
  next: (current) => cursors.next(current) ?? byNumber.next(current),
};

/** The sync-only parameters of a list that is also read as an incremental export. */
export const exportOnly = z.object({
  export: z.literal('cursor'),
  start_time: z.int(),
  after: z.string(),
});

type ExportQuery = z.output<typeof exportOnly>;

/** Pages like `eitherWay`, or those of an incremental export, whose last page has a cursor too: for what changes later. */
export const listOrExport: Paging = {
  ...eitherWay,
  alternatives: [byNumber.param, 'after'],
  reads: [...eitherWay.reads, 'after_cursor', 'end_of_stream'],
  next: (current) => {
    if (current.params.start_time === undefined) return eitherWay.next(current);
    const isLast = current.value('end_of_stream');
    const after = current.value('after_cursor') ?? null;
    // The tickets of the other pages would be removed from the copy.
    if (after === null && isLast === false) {
      throw new ConnectorError('upstream_unavailable', 'Zendesk says there are more tickets, but not where.');
    }
    return after === null || isLast === true ? null : { after };
  },
};

/** Writes the query of a list that is also read as an incremental export, where the time is only for the first page. */
export function listedOrExported(orders: CursorOrders): (query: ListQuery & Partial<ExportQuery>) => Wire {
  const listed = byCursor(orders);
  return ({ export: _inPath, start_time, after, ...query }) => {
    if (start_time === undefined && after === undefined) return listed(query);
    const from = after === undefined ? { start_time } : { cursor: after };
    return { query: { ...from, per_page: query.per_page, support_type_scope: 'all' } };
  };
}

/** A pagination field that is the first of these places that has a value, else null. */
export function firstOf(type: z.ZodType, ...paths: readonly string[]): MetaField {
  return {
    type,
    reads: paths,
    read: (current) => paths.map((path) => current.value(path)).find((value) => value != null) ?? null,
  };
}

/** The pagination fields of a list; nothing counts the records where pages have cursors. */
export const neighbors = {
  next_page: firstOf(z.string().nullable(), 'next_page', 'links.next'),
  previous_page: firstOf(z.string().nullable(), 'previous_page', 'links.prev'),
  count: firstOf(z.int().nullable(), 'count'),
};

/** The parameters of a list as `byCursor` gets them; the SDK adds `cursor`. */
export interface ListQuery {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly cursor?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order?: 'asc' | 'desc' | undefined;
  readonly [filter: string]: unknown;
}

/** The orders in which Zendesk supports pages by cursor. */
export interface CursorOrders {
  /** Values of `sort_by` that cursors know under the same name. */
  readonly fields: readonly string[];
  /** What a list is sorted by that names no field. */
  readonly usual: string;
}

/**
 * Writes the query of a list. Pages have cursors, because Zendesk gives no numbered page past the 10,000th record, unless the call
 * names the number of a page, or an order that `orders` lacks.
 */
export function byCursor(orders?: CursorOrders): (query: ListQuery) => Wire {
  return ({ page: number, per_page, cursor, ...query }) => {
    const { sort_by, sort_order, ...filters } = query;
    const sort = cursorSort(query, orders);
    if (cursor === undefined && (number !== undefined || sort === null)) {
      return { query: { page: number, per_page, ...query } };
    }
    const order = sort === null ? { sort_by, sort_order } : { sort };
    return { query: { 'page[size]': per_page ?? 100, 'page[after]': cursor, ...order, ...filters } };
  };
}

// Undefined means Zendesk's default order, null an order that requires pages by number.
function cursorSort({ sort_by, sort_order }: ListQuery, orders: CursorOrders | undefined): string | null | undefined {
  if (sort_by === undefined && sort_order !== 'desc') return undefined;
  const field = sort_by ?? orders?.usual;
  if (field === undefined || orders?.fields.includes(field) !== true) return null;
  return sort_order === 'desc' ? `-${field}` : field;
}

/** Writes the query of a list that has no page numbers: page 1 is where every list begins. */
export function onlyByCursor({ page: _first, ...query }: ListQuery): Wire {
  return byCursor()(query);
}
