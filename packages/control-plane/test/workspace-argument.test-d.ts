import { describe, expectTypeOf, it } from 'vitest';
import type {
  Audit,
  AuditEntry,
  Connections,
  ConnectLinks,
  IdempotencyKeys,
  OAuthApps,
  TokenPrincipal,
  Tokens,
  Workspace,
  WorkspaceId,
} from '../src/index.ts';

type FirstArgument<Method> = Method extends (first: infer First, ...rest: never[]) => unknown ? First : never;
type OfAllWorkspaces = 'authenticate' | 'forget' | 'forgetAll' | 'revokeEverywhere';
type Methods<Store> = { [Name in keyof Store]: FirstArgument<Store[Name]> };

describe('a workspace is asked for everywhere', () => {
  it('as the first argument of every operation on what belongs to one', () => {
    expectTypeOf<Methods<Connections>[keyof Connections]>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<
      Methods<Omit<Tokens, OfAllWorkspaces>>[Exclude<keyof Tokens, OfAllWorkspaces>]
    >().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<Methods<Omit<OAuthApps, 'rotate'>>[Exclude<keyof OAuthApps, 'rotate'>]>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<FirstArgument<ConnectLinks['create'] | ConnectLinks['get']>>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<FirstArgument<Audit['list']>>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<FirstArgument<IdempotencyKeys['begin']>>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<AuditEntry['workspaceId']>().toEqualTypeOf<WorkspaceId>();
  });

  it('which comes from a principal or a workspace, not from a text', () => {
    expectTypeOf<TokenPrincipal['workspaceId']>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<Workspace['id']>().toEqualTypeOf<WorkspaceId>();
    expectTypeOf<string>().not.toExtend<WorkspaceId>();
    const call = (connections: Connections, text: string) => {
      // @ts-expect-error a text a caller sent is no workspace id
      connections.get(text, text);
      // @ts-expect-error no connection is found by its id alone
      connections.get(text);
    };
    expectTypeOf(call).toBeFunction();
  });
});
