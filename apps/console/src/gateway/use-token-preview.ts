import type { NewPolicy, TokenPreview } from '@connectory/client';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

const perPage = 25;

/** What a token with a policy could see and do, some connections at a time. The previous preview is shown until the new one is loaded. */
export function useTokenPreview(policy: NewPolicy): UseInfiniteQueryResult<InfiniteData<TokenPreview>> {
  const { name, client } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['token-preview', name, policy],
    queryFn: ({ pageParam: cursor }) =>
      client.tokens.preview(policy, { limit: perPage, ...(cursor !== undefined && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}
