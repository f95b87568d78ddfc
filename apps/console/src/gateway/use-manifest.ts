import type { Client, ConnectorManifest } from '@connectory/client';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

/** Asks what a connector offers. */
export const manifestQuery = (client: Client, connector: string) =>
  queryOptions({
    queryKey: ['manifest', connector],
    queryFn: () => client.connectors.get(connector),
    // It changes when the gateway is started with another version.
    staleTime: 5 * 60_000,
  });

/** What a connector offers this token, with all schemas; nothing is asked for until a connector is known. */
export function useManifest(connector: string | undefined): UseQueryResult<ConnectorManifest> {
  const { client } = useSession();
  return useQuery({ ...manifestQuery(client, connector ?? ''), enabled: connector !== undefined });
}
