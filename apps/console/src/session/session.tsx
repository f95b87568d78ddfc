import { type Client, ConnectoryError, type Whoami, type Workspace } from '@connectory/client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type Account,
  clientOf,
  openAccount,
  type Provider,
  providerOf,
  type Rights,
  rightsOf,
  roleIn,
  workspacesOf,
} from './account.ts';
import { forgetToken, keepToken, keptToken } from './kept-token.ts';
import { createQueryClient } from './session-queries.ts';
import { SignInPage } from './sign-in-page.tsx';

/** A signed-in session, with the rights in the workspace of the URL. */
export interface Session extends Rights {
  readonly client: Client;
  /** The workspaces that can be used: one, several for a person, or all for an admin. */
  readonly workspaces: readonly Workspace[];
  /** The token with its policy and its rights in words, or the person. */
  readonly whoami: Whoami;
  /** The person who signed in; null for a token. */
  readonly person: Whoami['person'];
  /** The role of the person in the workspace; undefined for a token, and for an admin without a role. */
  readonly role: ReturnType<typeof roleIn>;
  readonly queryClient: QueryClient;
  /** Loads the workspaces again, after one was created, changed or deleted. */
  reloadWorkspaces(): Promise<void>;
  /** Discards the token or ends the session, and everything loaded with it. */
  signOut(): void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session; only below {@link SessionProvider}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('No one is signed in.');
  return session;
}

/** Lets a person or a token sign in, and renders its children once the gateway has accepted one. */
export function SessionProvider({ children }: { readonly children: (session: Session) => ReactNode }) {
  const [account, setAccount] = useState<Account>();
  const [reason, setReason] = useState<string>();
  const close = useCallback((why?: string) => {
    forgetToken();
    setAccount(undefined);
    setReason(why);
  }, []);
  const session = useOpenedSession(account, setAccount, close);
  const signIn = async (token: string, isKept: boolean): Promise<void> => {
    const next = await openAccount(token);
    if (isKept) keepToken(token);
    setReason(undefined);
    setAccount(next);
  };
  const start = useStart(setAccount, setReason);
  if (session !== undefined)
    return <SessionContext.Provider value={session}>{children(session)}</SessionContext.Provider>;
  return start.isOpening ? null : <SignInPage reason={reason} provider={start.provider} onSignIn={signIn} />;
}

type SetAccount = (change: (current: Account | undefined) => Account | undefined) => void;

const ended = {
  person: 'Your session has ended. Sign in again to continue where you were.',
  token: 'The gateway no longer accepts this token: it has expired or was revoked. Sign in with another one.',
};

function useOpenedSession(
  account: Account | undefined,
  setAccount: SetAccount,
  close: (why?: string) => void,
): Session | undefined {
  const [path] = useLocation();
  const workspace = path.split('/')[1];
  const token = account?.token;
  const isKnown = account?.workspaces.some(({ name }) => name === workspace) === true;
  // A person has other rights in each workspace: nothing that was loaded in one is kept in another.
  const scope = token === null && isKnown ? workspace : undefined;
  const client = useMemo(() => (token === undefined ? undefined : clientOf(token, scope)), [token, scope]);
  const queryClient = useMemo(
    () =>
      client === undefined ? undefined : createQueryClient(() => close(token === null ? ended.person : ended.token)),
    [client, token, close],
  );
  return useMemo((): Session | undefined => {
    if (account === undefined || client === undefined || queryClient === undefined) return undefined;
    const reloadWorkspaces = async () => {
      const [whoami, workspaces] = await Promise.all([client.whoami(), workspacesOf(client)]);
      // Somebody may have signed out meanwhile.
      setAccount((current) => (current?.token === account.token ? { ...current, whoami, workspaces } : current));
    };
    const { whoami, workspaces } = account;
    const isPerson = whoami.kind === 'person';
    return {
      ...rightsOf(account, workspace),
      client,
      workspaces,
      whoami,
      person: isPerson ? whoami.person : null,
      role: roleIn(whoami, workspace),
      queryClient,
      reloadWorkspaces,
      signOut: () => (isPerson ? void endSession(close) : close()),
    };
  }, [account, client, queryClient, workspace, setAccount, close]);
}

async function endSession(close: (why?: string) => void): Promise<void> {
  try {
    const { ok } = await fetch('/auth/sign-out', { method: 'POST' });
    close(ok ? undefined : notEnded);
  } catch {
    close(notEnded);
  }
}

const notEnded = 'The gateway did not end your session. Sign out again, or close the browser.';

interface Start {
  readonly isOpening: boolean;
  readonly provider: Provider | undefined;
}

/** Signs in with the kept token, or else with the session of the browser, if there is one. */
function useStart(onOpen: (account: Account) => void, onFailure: (reason: string) => void): Start {
  const [start, setStart] = useState<Start>({ isOpening: true, provider: undefined });
  useEffect(() => {
    const open = async (token: string | null) => {
      try {
        onOpen(await openAccount(token));
      } catch (error) {
        // Without a session the person has not signed in yet.
        if (token === null && error instanceof ConnectoryError && error.code === 'unauthenticated') return;
        onFailure(error instanceof Error ? error.message : String(error));
      }
    };
    const begin = async () => {
      const token = keptToken();
      if (token !== null) await open(token);
      // A gateway that does not respond says so when somebody signs in.
      const provider = await providerOf().catch(() => undefined);
      if (token === null && provider !== undefined) await open(null);
      setStart({ isOpening: false, provider });
    };
    void begin();
  }, [onOpen, onFailure]);
  return start;
}
