import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';
import { tokenState, useWorkspace } from './use-workspace.ts';

/** Which of the first steps are done in a workspace, as its contents show. */
export interface FirstSteps {
  readonly isConnected: boolean;
  readonly hasToken: boolean;
  readonly hasCalled: boolean;
}

/** The first steps of the workspace; only for a token that may manage it, because only that can see its tokens and calls. */
export function useFirstSteps(): UseQueryResult<FirstSteps> {
  const { mayManage } = useSession();
  const { name, client } = useWorkspace();
  return useQuery({
    // Outdated with the connections.
    queryKey: ['connections', name, 'first steps'],
    queryFn: async (): Promise<FirstSteps> => {
      const [isConnected, hasToken, calls] = await Promise.all([
        hasAny(client.connections.list()),
        hasAny(client.tokens.list(), (token) => tokenState(token) === 'valid'),
        client.audit.page({ kind: 'execute', outcome: 200 }, { limit: 1 }),
      ]);
      // An audit of several pages is not that of a new workspace.
      return { isConnected, hasToken, hasCalled: calls.data.length > 0 || calls.meta.next_cursor !== null };
    },
    enabled: mayManage,
    staleTime: 0,
  });
}

async function hasAny<Item>(items: AsyncIterable<Item>, isWanted: (item: Item) => boolean = () => true) {
  for await (const item of items) if (isWanted(item)) return true;
  return false;
}

/** The number of first steps, beginning with the workspace itself. */
export const stepCount = 4;

/** How many of the first steps are done. */
export const doneCount = (steps: FirstSteps): number => 1 + Object.values(steps).filter(Boolean).length;
