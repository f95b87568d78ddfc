import type { Connection, EntitySync } from '@connectory/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

/** The connections of the workspace. */
export function useConnections(): UseQueryResult<readonly Connection[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['connections', name],
    queryFn: (): Promise<readonly Connection[]> => Array.fromAsync(client.connections.list()),
  });
}

/** One connection of the workspace. */
export function useConnection(id: string): UseQueryResult<Connection> {
  const { name, client } = useWorkspace();
  return useQuery({ queryKey: ['connection', name, id], queryFn: () => client.connections.get(id) });
}

const whileRunning = 1_500;
const whileIdle = 30_000;

/** How far the copies of a connection are; asked for often while one is being made. */
export function useSyncs(id: string): UseQueryResult<readonly EntitySync[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['syncs', name, id],
    queryFn: () => client.connections.syncs(id),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? whileRunning : whileIdle),
  });
}

/** Whether a copy is being made or waits to go on. */
export const isUnderWay = ({ phase }: EntitySync): boolean => phase === 'running' || phase === 'waiting';
