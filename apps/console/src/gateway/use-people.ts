import type { GroupRole, Member, Person, Role } from '@connectory/client';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';
import { useWorkspace } from './use-workspace.ts';

/** The people with a role in the workspace, oldest first. */
export function useMembers(): UseQueryResult<readonly Member[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['people', name, 'members'],
    queryFn: (): Promise<readonly Member[]> => Array.fromAsync(client.members.list()),
  });
}

/** The roles of the workspace, ordered by name. */
export function useRoles(): UseQueryResult<readonly Role[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['people', name, 'roles'],
    queryFn: (): Promise<readonly Role[]> => Array.fromAsync(client.roles.list()),
  });
}

/** The roles that groups of the identity provider give, in the order in which they apply. */
export function useGroupRoles(): UseQueryResult<readonly GroupRole[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['people', name, 'groups'],
    queryFn: (): Promise<readonly GroupRole[]> => client.roles.groups(),
  });
}

/** Everyone who can sign in to the gateway, oldest first; only for an admin. */
export function useEveryone(): UseQueryResult<readonly Person[]> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['people'],
    queryFn: (): Promise<readonly Person[]> => Array.fromAsync(client.people.list()),
  });
}

/** Returns a function that reloads everything shown about people and roles. */
export function useRenewPeople(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['people'] });
}
