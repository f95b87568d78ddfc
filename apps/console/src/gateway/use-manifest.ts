import type { ConnectorManifest } from '@connectory/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

/** What a connector offers this token, with all schemas; nothing is asked for until a connector is known. */
export function useManifest(connector: string | undefined): UseQueryResult<ConnectorManifest> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['manifest', connector],
    queryFn: () => client.connectors.get(connector ?? ''),
    enabled: connector !== undefined,
    // It changes when the gateway is started with another version.
    staleTime: 5 * 60_000,
  });
}
