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

/** The URL to which the vendor of a connection sends events, and the number of events; polled while shown. */
export function useEventEndpoint(id: string): UseQueryResult<EventEndpoint> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: keyOf(name, id),
    queryFn: () => client.connections.events(id),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : whileOpen),
    // The URL is a secret, so it is removed from the cache with the page.
    gcTime: 0,
  });
}

/** Changes it: stores the vendor's secret, or creates a new URL. The secret is not kept in the browser. */
export function useChangeEventEndpoint(id: string): UseMutationResult<EventEndpoint, Error, EventEndpointChange> {
  const { name, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: EventEndpointChange) => client.connections.updateEvents(id, change),
    gcTime: 0,
    onSuccess: (endpoint) => queries.setQueryData(keyOf(name, id), endpoint),
  });
}
