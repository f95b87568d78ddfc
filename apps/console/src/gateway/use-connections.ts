import type { Connection, EntitySync } from '@connectory/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

/** The connections of the workspace. */
export function useConnections(): UseQueryResult<readonly Connection[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['connections', name],
    queryFn: (): Promise<readonly Connection[]> => Array.fromAsync(client.connections.list()),
    // Always reloaded, because problems must be shown without delay.
    staleTime: 0,
  });
}

/** One connection of the workspace. */
export function useConnection(id: string): UseQueryResult<Connection> {
  const { name, client } = useWorkspace();
  return useQuery({ queryKey: ['connection', name, id], queryFn: () => client.connections.get(id) });
}

const whileRunning = 1_500;
const whileNew = 5_000;
const whileIdle = 30_000;

/** The state of the copies of a connection; polled while one is being updated, or about to be (`isExpected`). */
export function useSyncs(id: string, isExpected = false): UseQueryResult<readonly EntitySync[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['syncs', name, id],
    queryFn: () => client.connections.syncs(id),
    refetchInterval: ({ state: { data = [] } }) => {
      if (isExpected || data.some(isUnderWay)) return whileRunning;
      return data.some(({ pass }) => pass === 0) ? whileNew : whileIdle;
    },
  });
}

/** Whether a copy is being updated or waits to continue. */
export const isUnderWay = ({ phase }: EntitySync): boolean => phase === 'running' || phase === 'waiting';
