import type { Client, ConnectorManifest } from '@connectory/client';
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

/** The query for the manifest of a connector. */
export const manifestQuery = (client: Client, connector: string) =>
  queryOptions({
    queryKey: ['manifest', connector],
    queryFn: () => client.connectors.get(connector),
    // It only changes when the gateway is restarted with another version.
    staleTime: 5 * 60_000,
  });

/** The manifest of a connector for this token, with all schemas; no request is sent while the connector is undefined. */
export function useManifest(connector: string | undefined): UseQueryResult<ConnectorManifest> {
  const { client } = useSession();
  return useQuery({ ...manifestQuery(client, connector ?? ''), enabled: connector !== undefined });
}
