import { type Client, createClient, type NewPolicy, type Whoami, type Workspace } from '@connectory/client';

/** Who is signed in: with a token, or as a person with the session of the browser. */
export interface Account {
  /** Null for a person. */
  readonly token: string | null;
  /** The token or the person, and their rights in words. */
  readonly whoami: Whoami;
  /** The workspaces that can be used: one, several for a person, or all for an admin. */
  readonly workspaces: readonly Workspace[];
}

/**
 * A client with a token, or for a person with the session that the browser sends. Requests of a person whose path names no workspace are
 * about `workspace`.
 */
export function clientOf(token: string | null, workspace: string | undefined): Client {
  const named = async (request: Request) => {
    if (workspace !== undefined) request.headers.set('connectory-workspace', workspace);
    return fetch(request);
  };
  return createClient({ url: location.origin, token, via: 'console', ...(token === null && { fetch: named }) });
}

/** The workspaces that a client can use. */
export const workspacesOf = (client: Client): Promise<readonly Workspace[]> =>
  Array.fromAsync(client.workspaces.list());

/** Signs in with a token, or with the session of the browser. Rejects if that is not accepted, or the gateway does not respond. */
export async function openAccount(token: string | null): Promise<Account> {
  const client = clientOf(token, undefined);
  const [whoami, workspaces] = await Promise.all([client.whoami(), workspacesOf(client)]);
  return { token, whoami, workspaces };
}

/** What an account may do in a workspace. */
export interface Rights {
  /** Whether this is an admin of the gateway, who manages every workspace. */
  readonly isAdmin: boolean;
  /** Whether it may run actions, which the admin token may not. */
  readonly mayRun: boolean;
  /** Whether it may approve held writes. */
  readonly mayApprove: boolean;
  /** Whether its own writes can wait for approval. */
  readonly mayBeHeld: boolean;
  /** Whether it may manage the workspace: connections, tokens, people, synchronization and audit. */
  readonly mayManage: boolean;
}

/** What an account may do in the workspace with a name. */
export function rightsOf({ whoami }: Account, workspace: string | undefined): Rights {
  const { kind, is_admin: isAdmin, token } = whoami;
  const policy = token?.policy ?? roleIn(whoami, workspace)?.policy ?? (isAdmin ? owner : {});
  return {
    isAdmin,
    mayRun: kind !== 'admin',
    mayApprove: kind === 'admin' || policy.approve === true,
    mayBeHeld: policy.hold !== undefined,
    mayManage: kind === 'admin' || policy.manage === true,
  };
}

const owner: NewPolicy = { manage: true, approve: true };

/** The role of a person in the workspace with a name. */
export const roleIn = (
  { workspaces }: Whoami,
  workspace: string | undefined,
): NonNullable<Whoami['workspaces']>[number] | undefined => workspaces?.find(({ name }) => name === workspace);

/** The path that starts a sign-in at the identity provider, and its host; undefined where people cannot sign in. */
export interface Provider {
  readonly host: string;
  readonly path: string;
}

/** Where people sign in. Rejects if the gateway does not respond. */
export async function providerOf(): Promise<Provider | undefined> {
  const { data } = await clientOf(null, undefined).transport.GET('/api/v1/sign-in');
  const { issuer, url: path } = data ?? { issuer: null, url: null };
  return issuer === null || path === null ? undefined : { host: new URL(issuer).host, path };
}
