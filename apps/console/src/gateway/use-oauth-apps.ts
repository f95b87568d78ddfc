import type { ConsentConnector } from '@connectory/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

/** The connectors whose vendors request consent, each with its stored application. */
export function useOAuthApps(): UseQueryResult<readonly ConsentConnector[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['oauth-apps', name],
    queryFn: (): Promise<readonly ConsentConnector[]> => Array.fromAsync(client.oauthApps.list()),
  });
}
