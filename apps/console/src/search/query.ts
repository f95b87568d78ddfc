import { type Conditions, filterOf } from '../conditions/filter.ts';
import type { SearchField } from '../conditions/operators.ts';

/** A search as it is entered. */
export interface SearchDraft extends Conditions {
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly limit: number;
  readonly explain: boolean;
}

/** The params of `context_store_search` for a search. */
export function paramsOf(draft: SearchDraft, fields: readonly SearchField[]): Readonly<Record<string, unknown>> {
  const { sort, limit, explain } = draft;
  const filter = filterOf(draft, fields);
  return {
    query: {
      ...(filter !== undefined && { filter }),
      ...(sort !== undefined && { sort: [{ [sort.field]: sort.direction }] }),
    },
    limit,
    ...(explain && { explain }),
  };
}
