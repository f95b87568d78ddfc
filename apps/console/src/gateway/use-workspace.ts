import type { ConsentConnector, NewPolicy, Overview, Token, TokenPreview, WorkspaceClient } from '@connectory/client';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'wouter';
import { useSession } from '../session/session.tsx';

/** The workspace of the URL, with its client. */
export function useWorkspace(): { readonly name: string; readonly client: WorkspaceClient } {
  const { client } = useSession();
  const { workspace: name = '' } = useParams<{ workspace: string }>();
  return { name, client: client.workspace(name) };
}

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

/** Whether a token is valid, and if not, why. */
export type TokenState = 'valid' | 'expired' | 'revoked';

/** The current state of a token. */
export function tokenState({ revoked_at: revoked, expires_at: expires }: Token): TokenState {
  if (revoked !== null) return 'revoked';
  return expires !== null && Date.parse(expires) <= Date.now() ? 'expired' : 'valid';
}

/** The tokens of the workspace: valid ones first, then the newest. */
export function useTokens(): UseQueryResult<readonly Token[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['tokens', name],
    queryFn: async (): Promise<readonly Token[]> => {
      const newestFirst = (await Array.fromAsync(client.tokens.list())).reverse();
      const isValid = (token: Token) => tokenState(token) === 'valid';
      return [...newestFirst.filter(isValid), ...newestFirst.filter((token) => !isValid(token))];
    },
  });
}

/** The names of the tokens that the user may see, by their ids. */
export function useTokenNames(): ReadonlyMap<string, string> {
  const { data } = useTokens();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

const perPage = 25;

/**
 * What a token with a policy could see and do, some connections at a time. The previous preview is shown until the new one is loaded; nothing
 * is requested while it is not enabled.
 */
export function useTokenPreview(
  policy: NewPolicy,
  enabled: boolean,
): UseInfiniteQueryResult<InfiniteData<TokenPreview>> {
  const { name, client } = useWorkspace();
  return useInfiniteQuery({
    queryKey: ['token-preview', name, policy],
    queryFn: ({ pageParam: cursor }) =>
      client.tokens.preview(policy, { limit: perPage, ...(cursor !== undefined && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** Names that a policy can list, by the name of its field. */
export type GrantableNames = Readonly<Record<'connectors' | 'entities' | 'actions', readonly string[]>>;

const maxPages = 10;
const mostPerPage = 100;

/** The names of the connections and connectors of the workspace, and of their entities and actions. */
export function useGrantableNames(): UseQueryResult<GrantableNames> {
  const { name, client } = useWorkspace();
  return useQuery({
    // Outdated with the connections.
    queryKey: ['connections', name, 'grantable names'],
    queryFn: async (): Promise<GrantableNames> => {
      const connectors = new Set<string>();
      const entities = new Set<string>();
      const actions = new Set<string>();
      let cursor: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const { data, meta } = await client.tokens.preview(
          {},
          { limit: mostPerPage, ...(cursor !== undefined && { cursor }) },
        );
        for (const connection of data) {
          connectors.add(connection.name).add(connection.connector);
          for (const known of connection.entities) {
            entities.add(known.entity);
            for (const { action } of known.actions) actions.add(action);
          }
        }
        if (meta.next_cursor === null) break;
        cursor = meta.next_cursor;
      }
      return { connectors: [...connectors].sort(), entities: [...entities].sort(), actions: [...actions].sort() };
    },
  });
}

/** The connectors whose vendors request consent, each with its stored application. */
export function useOAuthApps(): UseQueryResult<readonly ConsentConnector[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['oauth-apps', name],
    queryFn: (): Promise<readonly ConsentConnector[]> => Array.fromAsync(client.oauthApps.list()),
  });
}

/** The period of an overview in hours. */
export type OverviewHours = '24' | '168';

const overviewRefresh = 60_000;

/** The figures of the calls of a period, and what needs attention; the former ones are shown until others are loaded. */
export function useOverview(hours: OverviewHours): UseQueryResult<Overview['data']> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['overview', name, hours],
    queryFn: async () => (await client.overview(hours)).data,
    placeholderData: keepPreviousData,
    refetchInterval: overviewRefresh,
    staleTime: 0,
  });
}
