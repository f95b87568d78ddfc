import type { AuditPage } from '@connectory/client';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTokens } from '../gateway/use-tokens.ts';
import { useWorkspace } from '../gateway/use-workspace.ts';
import { askedFilter, type EnteredFilter } from './audit-filter.ts';

/** The entries that match a filter, newest first, as far as they have been loaded. */
export function useAudit(filter: EnteredFilter): UseInfiniteQueryResult<InfiniteData<AuditPage, string | null>> {
  const { name, client } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['audit', name, filter],
    queryFn: ({ pageParam: cursor }) => client.audit.page(askedFilter(filter), cursor === null ? {} : { cursor }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    // Always reloaded, because the audit includes what was just done.
    staleTime: 0,
  });
}

/** The names of the tokens that this one may see, by their ids. */
export function useTokenNames(): ReadonlyMap<string, string> {
  const { data } = useTokens();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}
