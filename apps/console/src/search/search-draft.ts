import type { ConnectorEntity } from '@connectory/client';
import { type Conditions, conditionsOf, filterOf, type SearchField } from '../conditions/filter.ts';
import { parseExact } from '../gateway/execute.ts';
import { type Aggregation, aggregateColumns, aggregateOf, aggregationOf } from './aggregation.ts';
import { textConditions } from './text-condition.ts';

/** A search as it is entered. */
export interface SearchDraft extends Conditions {
  /** Words to find in any text field. */
  readonly text: string;
  /** What is counted and computed instead of finding records; undefined to find them. */
  readonly aggregation: Aggregation | undefined;
  /** A field, or a column of the aggregation. */
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly limit: number;
  readonly explain: boolean;
}

const defaultLimit = 100;
const empty: SearchDraft = {
  text: '',
  match: 'and',
  conditions: [],
  aggregation: undefined,
  sort: undefined,
  limit: defaultLimit,
  explain: false,
};

/** The entity that is searched. */
export interface Searched {
  readonly fields: readonly SearchField[];
  readonly key: ConnectorEntity['key'];
}

/** The params of `context_store_search` for a search. */
export function paramsOf(draft: SearchDraft, { fields, key }: Searched): Readonly<Record<string, unknown>> {
  const { text, aggregation, limit, explain } = draft;
  const sort = sortOf(draft);
  const conditions = filterOf(draft, fields);
  const texts = textConditions(text, fields, key);
  // The conditions come first, where `rowOf` finds them.
  const filter = texts.length === 0 ? conditions : { and: [conditions ?? {}, ...texts] };
  return {
    query: {
      ...(filter !== undefined && { filter }),
      ...(aggregation !== undefined && { aggregate: aggregateOf(aggregation) }),
      ...(sort !== undefined && { sort: [{ [sort.field]: sort.direction }] }),
    },
    limit,
    ...(explain && { explain }),
  };
}

// A column of the aggregation may have been removed.
const sortOf = ({ sort, aggregation }: SearchDraft) =>
  sort === undefined || aggregation === undefined || aggregateColumns(aggregation).includes(sort.field)
    ? sort
    : undefined;

/** A search as the parameters of a URL, which {@link draftOf} reads. */
export function addressOf(draft: SearchDraft, fields: readonly SearchField[]): URLSearchParams {
  const { text, aggregation, limit, explain } = draft;
  const sort = sortOf(draft);
  const filter = filterOf(draft, fields);
  return new URLSearchParams({
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(filter !== undefined && { where: JSON.stringify(filter) }),
    ...(aggregation !== undefined && { aggregate: JSON.stringify(aggregateOf(aggregation)) }),
    ...(sort !== undefined && { sort: sort.direction === 'asc' ? sort.field : `-${sort.field}` }),
    ...(limit !== defaultLimit && { limit: String(limit) }),
    ...(explain && { explain: 'true' }),
  });
}

/** The search in the parameters of a URL. What is not valid there is left out. */
export function draftOf(address: URLSearchParams): SearchDraft {
  const sort = address.get('sort') ?? '';
  const limit = Number(address.get('limit'));
  return {
    ...empty,
    text: address.get('q') ?? '',
    ...conditionsIn(address.get('where')),
    aggregation: aggregationOf(address.get('aggregate')),
    ...(sort !== '' && {
      sort: { field: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) },
    }),
    ...(limit > 0 && { limit }),
    explain: address.get('explain') === 'true',
  };
}

function conditionsIn(where: string | null): Conditions | undefined {
  if (where === null) return undefined;
  try {
    return conditionsOf(parseExact(where) as Readonly<Record<string, unknown>> | null);
  } catch {
    return undefined;
  }
}

/** The parameters of the URL that finds a record by its key; undefined if its entity has no copy, or the key is not known. */
export function recordAddress({ key, search }: ConnectorEntity, record: unknown): string | undefined {
  if (key === null || search === null || typeof record !== 'object' || record === null) return undefined;
  const conditions = [key].flat().map((name) => {
    const value = name
      .split('.')
      .reduce<unknown>((part, step) => (part as Record<string, unknown> | null)?.[step], record);
    return search.fields.some((field) => field.name === name) ? { eq: { [name]: value } } : undefined;
  });
  const where = { and: conditions };
  const isKnown = conditions.every((condition) => condition !== undefined && Object.values(condition.eq)[0] != null);
  return isKnown ? `?${new URLSearchParams({ where: JSON.stringify(where) })}` : undefined;
}
