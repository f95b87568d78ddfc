import type { EventEndpoint, EventEndpointChange } from '@connectory/client';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

const whileOpen = 5_000;
const keyOf = (workspace: string, id: string) => ['event-endpoint', workspace, id];

/** Where the vendor of a connection sends events, and how many arrived; asked for again while it is shown. */
export function useEventEndpoint(id: string): UseQueryResult<EventEndpoint> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: keyOf(name, id),
    queryFn: () => client.connections.events(id),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : whileOpen),
    // The URL is a secret: it is forgotten with the page.
    gcTime: 0,
  });
}

/** Changes it: stores the vendor's secret, or makes a new URL. What is stored is kept nowhere else. */
export function useChangeEventEndpoint(id: string): UseMutationResult<EventEndpoint, Error, EventEndpointChange> {
  const { name, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: EventEndpointChange) => client.connections.updateEvents(id, change),
    gcTime: 0,
    onSuccess: (endpoint) => queries.setQueryData(keyOf(name, id), endpoint),
  });
}
