import type { HeldState, HeldWrite, HeldWriteSummary } from '@connectory/client';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';
import { parseExact } from './execute.ts';
import { useWorkspace } from './use-workspace.ts';

/** The most held writes that are loaded. */
export const maxHeldWrites = 200;

const whileWaiting = 15_000;
const whileSent = 1_500;

/** The newest held writes in a state, or in any; no request is sent while it is not enabled. */
export function useHeldWrites(
  state: HeldState | undefined,
  isEnabled = true,
): UseQueryResult<readonly HeldWriteSummary[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['held', name, 'list', state ?? 'any'],
    queryFn: async (): Promise<readonly HeldWriteSummary[]> => {
      const newest: HeldWriteSummary[] = [];
      for await (const write of client.heldWrites.list(state)) if (newest.push(write) >= maxHeldWrites) break;
      return newest;
    },
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: whileWaiting,
  });
}

/** How many writes wait for approval, up to {@link maxHeldWrites}; undefined for those who may not approve. */
export function useWaitingCount(): number | undefined {
  const { mayApprove } = useSession();
  return useHeldWrites('held', mayApprove).data?.length;
}

/** One held write with what would be sent; polled until it has ended. Numbers in it stay exact. */
export function useHeldWrite(id: string): UseQueryResult<HeldWrite> {
  const { client } = useSession();
  const { name: workspace } = useWorkspace();
  return useQuery({
    queryKey: ['held', workspace, id],
    queryFn: async () => {
      const { data } = await client.transport.GET('/api/v1/workspaces/{workspace}/held/{id}', {
        params: { path: { workspace, id } },
        parseAs: 'text',
      });
      return parseExact(String(data)) as HeldWrite;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'approved') return whileSent;
      return data?.state === 'held' && whileWaiting;
    },
  });
}

/** Returns a function that reloads everything shown about held writes. */
export function useRenewHeldWrites(): () => Promise<void> {
  const { name } = useWorkspace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['held', name] });
}
