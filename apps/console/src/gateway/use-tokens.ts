import type { Token } from '@connectory/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useWorkspace } from './use-workspace.ts';

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
