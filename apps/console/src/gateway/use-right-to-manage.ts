import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

/**
 * Fails with `forbidden` if the token may not manage the workspace, before the user enters anything. Checked by reading the audit, which
 * requires the same right.
 */
export function useRightToManage(): UseQueryResult<true> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['right to manage', name],
    queryFn: async (): Promise<true> => {
      await client.audit.page({}, { limit: 1 });
      return true;
    },
    // A policy does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
