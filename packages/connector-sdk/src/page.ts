import { z } from 'zod';
import { ConnectorError } from './connector-error.ts';
import { declaredBy } from './declared-function.ts';
import { linkTarget } from './link-header.ts';
import type { RawValue } from './raw-value.ts';

/** What paging and pagination fields can read: the call's parameters, selected paths of the body, headers, the last record. */
export interface Page {
  readonly params: Readonly<Record<string, RawValue>>;
  /** Number of records the upstream returned. */
  readonly count: number;
  /** The value at one of the paths listed in `reads`. */
  value(path: string): RawValue;
  /** The value at a path of the page's first record, undefined when the page is empty. */
  first(path: string): RawValue;
  /** The value at a path of the page's last record, undefined when the page is empty. */
  last(path: string): RawValue;
  header(name: string): string | undefined;
}

/** How to get from one page to the next, as data for the engine, the sandbox and the documentation. */
export interface Paging {
  readonly style: 'cursor' | 'last-id' | 'link-header' | 'next-url' | 'offset' | 'page-number';
  /** Parameter that selects the page. */
  readonly param: string;
  /** Other parameters that `next` may name in its place. */
  readonly alternatives?: readonly string[];
  /** Additional parameters of the next page, by their names in the vendor's URL of that page. */
  readonly also?: Readonly<Record<string, string>>;
  /** Present if a continued request must contain only the continuation: true, or the other parameters it may keep. */
  readonly alone?: true | readonly string[];
  /** Parameter that sets the number of records per page, if there is one. */
  readonly size: string | undefined;
  /** Body paths `next` needs. */
  readonly reads: readonly string[];
  /** The value at the first of `reads` on the last page; undefined if the vendor omits it. */
  readonly end?: Ending;
  /** Present if the list ends with a page without records. */
  readonly endsEmpty?: true;
  /** The most records of one list that the vendor returns, if it does not return all of them. */
  readonly max?: MaxRecords;
  /** What to merge into the parameters for the next page, null after the last one. */
  next(page: Page): Readonly<Record<string, unknown>> | null;
}

/** The most records of one list that a vendor returns, and how a page shows that the list has more. At least one way is needed. */
export interface MaxRecords {
  readonly records: number;
  /** Body path of the number of all records. */
  readonly total?: string;
  /** Parameter of the next page that is the number of the records before it. */
  readonly offset?: string;
  /** Parameter of the next page that is its number, from 1. */
  readonly page?: string;
}

/** Whether the vendor returns no page after this one although the list has more records; `next` is what would lead to that page. */
export function endsAtMax(
  { max, size = '' }: Pick<Paging, 'max' | 'size'>,
  { params, count, value }: Pick<Page, 'params' | 'count' | 'value'>,
  next: Readonly<Record<string, unknown>> | null,
): boolean {
  if (max === undefined) return false;
  if (next === null) return max.total !== undefined && Number(value(max.total)) > max.records;
  const before = max.offset === undefined ? undefined : next[max.offset];
  if (before !== undefined) return Number(before) >= max.records;
  const number = max.page === undefined ? undefined : next[max.page];
  return number !== undefined && (Number(number) - 1) * Number(params[size] ?? count) >= max.records;
}

/** A paging method of `page` with its options, as plain data. */
export interface PagingDeclaration {
  readonly way: 'cursor' | 'lastId' | 'linkHeader' | 'nextUrl' | 'offset' | 'pageNumber';
  readonly options: object;
}

/** What a vendor returns instead of the cursor on the last page, if it does not omit it. */
type Ending = null | '';

/** A pagination field shown in `meta`: its type, the body paths it needs and how it is read. */
export interface MetaField {
  readonly type: z.ZodType;
  readonly reads: readonly string[];
  read(page: Page): unknown;
}

/** Pagination fields by their public name. */
export type MetaFields = Readonly<Record<string, MetaField>>;

/**
 * A pagination field at a path of the response body. A missing value becomes null, or the default of the type; if null is
 * allowed, an empty string becomes null too, because vendors end their cursors in both ways.
 */
export function fromBody(path: string, type: z.ZodType): MetaField {
  const absent = type.safeParse(null).success ? null : type.safeParse(undefined).data;
  const read = (page: Page) => {
    const value = page.value(path);
    return value === '' && absent === null ? null : (value ?? absent);
  };
  return { type, reads: [path], read: declaredBy(read, { body: path }) };
}

/** A pagination field taken from a relation of the `Link` header: its whole URL; null if there is none. */
export function fromLink(relation: string): MetaField {
  const read = (page: Page) => linkTarget(page.header('link'), relation);
  return { type: z.string().nullable(), reads: [], read: declaredBy(read, { link: relation }) };
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

// A list that ends here by mistake would make the records of its other pages look removed.
const nextUnknown = () => new ConnectorError('upstream_unavailable', 'The upstream says there is more, but not where.');

// Only the named parameters are copied: the rest of the URL repeats what the caller already has.
function paramsOfUrl(url: unknown, names: Readonly<Record<string, string>>): Record<string, string> {
  const parsed = typeof url === 'string' ? URL.parse(url, 'http://relative.invalid') : null;
  if (parsed === null)
    throw new ConnectorError('upstream_unavailable', 'The upstream returned a next page that is not a URL.');
  const next: Record<string, string> = {};
  for (const [param, queryName] of Object.entries(names)) {
    const value = parsed.searchParams.get(queryName);
    if (value !== null) next[param] = value;
  }
  if (Object.keys(next).length === 0) throw nextUnknown();
  return next;
}

interface SizeOption {
  /** Parameter that sets the page size. */
  readonly size?: string;
  /** Set if the vendor accepts only the cursor (true), or the cursor and these parameters. Path parameters are always sent. */
  readonly alone?: true | readonly string[];
}

interface EndOption {
  /** What the vendor returns on the last page instead of omitting the cursor. */
  readonly end?: Ending;
}

interface MaxOption {
  /** The most records of one list that the vendor returns. */
  readonly max?: MaxRecords;
}

interface UrlOption extends SizeOption {
  readonly param: string;
  /** Name of `param` in the vendor's URL, if it differs. */
  readonly query?: string;
  /** Additional parameters to take from the URL, each with its name there. */
  readonly also?: Readonly<Record<string, string>>;
}

const aloneOf = ({ alone }: SizeOption) => (alone === undefined ? {} : { alone });
const endOf = ({ end }: EndOption) => (end === undefined ? {} : { end });
const maxOf = ({ max }: MaxOption) => (max === undefined ? {} : { max });
const totalOf = ({ max }: MaxOption) => (max?.total === undefined ? [] : [max.total]);

const ways = {
  /** The body has a cursor for the next page; `more`, if given, is a boolean that decides whether there is one. */
  cursor(
    options: SizeOption &
      EndOption &
      MaxOption & { readonly param: string; readonly next: string; readonly more?: string },
  ): Paging {
    const { param, next, more } = options;
    return {
      style: 'cursor',
      param,
      ...aloneOf(options),
      size: options.size,
      reads: [next, ...(more === undefined ? [] : [more]), ...totalOf(options)],
      ...endOf(options),
      ...maxOf(options),
      next: (current) => {
        if (more !== undefined && current.value(more) !== true) return null;
        const cursor = current.value(next);
        if (!isAbsent(cursor)) return { [param]: cursor };
        if (more !== undefined) throw nextUnknown();
        return null;
      },
    };
  },

  /**
   * The next page starts after the identifier of the last record; `more` is a boolean in the body. `before` names the parameter
   * that pages backwards: a call that used it continues backwards, from the first record.
   */
  lastId(
    options: SizeOption & {
      readonly param: string;
      readonly more: string;
      readonly before?: string;
      readonly id?: string;
    },
  ): Paging {
    const { param, more, before, id = 'id' } = options;
    return {
      style: 'last-id',
      param,
      ...(before !== undefined && { alternatives: [before] }),
      size: options.size,
      reads: [more],
      next: (current) => {
        if (current.value(more) !== true) return null;
        const backwards = before !== undefined && current.params[before] !== undefined;
        const edge = backwards ? current.first(id) : current.last(id);
        if (edge === undefined || edge === null) throw nextUnknown();
        return { [backwards ? before : param]: edge };
      },
    };
  },

  /** The `Link` header has the URL of the next page; `query` is the name its query string uses for `param`. */
  linkHeader(options: UrlOption): Paging {
    const names = { [options.param]: options.query ?? options.param, ...options.also };
    return {
      style: 'link-header',
      param: options.param,
      ...aloneOf(options),
      ...(options.also !== undefined && { also: options.also }),
      size: options.size,
      reads: [],
      next: (current) => {
        const url = linkTarget(current.header('link'), 'next');
        return url === null ? null : paramsOfUrl(url, names);
      },
    };
  },

  /** The body has the URL of the next page at `next`; `query` is the name its query string uses for `param`. */
  nextUrl(options: UrlOption & EndOption & MaxOption & { readonly next: string }): Paging {
    const names = { [options.param]: options.query ?? options.param, ...options.also };
    return {
      style: 'next-url',
      param: options.param,
      ...aloneOf(options),
      ...(options.also !== undefined && { also: options.also }),
      size: options.size,
      reads: [options.next, ...totalOf(options)],
      ...endOf(options),
      ...maxOf(options),
      next: (current) => {
        const url = current.value(options.next);
        return isAbsent(url) ? null : paramsOfUrl(url, names);
      },
    };
  },

  /**
   * Skips records by number; the last page is the one that reaches `total`, or, where the vendor does not count the list, an empty one.
   * `gaps` is for a vendor that leaves records out of a page after it has counted them.
   */
  offset(options: {
    readonly param: string;
    readonly size: string;
    readonly total?: string;
    readonly gaps?: true;
  }): Paging {
    const { param, size, total, gaps } = options;
    return {
      style: 'offset',
      param,
      size,
      reads: total === undefined ? [] : [total],
      ...(total === undefined && { endsEmpty: true }),
      next: (current) => {
        const { count, params } = current;
        const asked = gaps === true ? Number(params[size] ?? 0) : 0;
        const reached = Number(params[param] ?? 0) + Math.max(count, asked);
        const all = total === undefined ? undefined : current.value(total);
        // Some vendors return -1 for a list that they do not count.
        if (typeof all !== 'number' || all < 0) return count === 0 ? null : { [param]: reached };
        if (reached >= all) return null;
        if (count === 0) throw nextUnknown();
        return { [param]: reached };
      },
    };
  },

  /** Pages are numbered from `first` (1 by default); the last page is an empty one, because any other may be short. */
  pageNumber(options: { readonly param: string; readonly size: string; readonly first?: number }): Paging {
    const { param, size, first = 1 } = options;
    return {
      style: 'page-number',
      param,
      size,
      reads: [],
      endsEmpty: true,
      next: (current) => (current.count === 0 ? null : { [param]: Number(current.params[param] ?? first) + 1 }),
    };
  },
};

// The same paging, whose `next` also has its name and options.
const declared =
  <Options extends object>(way: PagingDeclaration['way'], make: (options: Options) => Paging) =>
  (options: Options): Paging => {
    const paging = make(options);
    const declaration: PagingDeclaration = { way, options };
    return { ...paging, next: declaredBy(paging.next, declaration) };
  };

/** The paging styles a connector can use; `Paging.next` of each returns the parameters of the next page. */
export const page = {
  cursor: declared('cursor', ways.cursor),
  lastId: declared('lastId', ways.lastId),
  linkHeader: declared('linkHeader', ways.linkHeader),
  nextUrl: declared('nextUrl', ways.nextUrl),
  offset: declared('offset', ways.offset),
  pageNumber: declared('pageNumber', ways.pageNumber),
};
