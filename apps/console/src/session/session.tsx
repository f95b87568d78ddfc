import { type Client, createClient, type Workspace } from '@connectory/client';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { forgetToken, keepToken, keptToken } from './kept-token.ts';
import { createQueryClient } from './query-client.ts';
import { SignInPage } from './sign-in-page.tsx';

/** A signed-in session. */
export interface Session {
  readonly client: Client;
  /** The workspaces the token can access: one, or all for the admin token. */
  readonly workspaces: readonly Workspace[];
  /** Whether this is the admin token, which manages every workspace and runs no actions. */
  readonly isAdmin: boolean;
  readonly queryClient: QueryClient;
  /** Discards the token and everything loaded with it. */
  signOut(): void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session; only below {@link SessionProvider}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in.');
  return session;
}

/** Asks for a token, and renders its children once the gateway has accepted one. */
export function SessionProvider({ children }: { readonly children: (session: Session) => ReactNode }) {
  const [opened, setOpened] = useState<Opened>();
  const [reason, setReason] = useState<string>();
  const close = useCallback((why?: string) => {
    forgetToken();
    setOpened(undefined);
    setReason(why);
  }, []);
  const session = useMemo((): Session | undefined => {
    if (opened === undefined) return undefined;
    const refused = () =>
      close('The gateway no longer accepts this token: it has expired or was revoked. Sign in with another one.');
    return { ...opened, queryClient: createQueryClient(refused), signOut: () => close() };
  }, [opened, close]);
  const signIn = async (token: string, isKept: boolean): Promise<void> => {
    const next = await open(token);
    if (isKept) keepToken(token);
    setReason(undefined);
    setOpened(next);
  };
  const kept = useKeptSession(setOpened, setReason);
  if (session !== undefined)
    return <SessionContext.Provider value={session}>{children(session)}</SessionContext.Provider>;
  return kept === 'opening' ? null : <SignInPage reason={reason} onSignIn={signIn} />;
}

type Opened = Pick<Session, 'client' | 'workspaces' | 'isAdmin'>;

// Every token the gateway creates begins with this.
const ofWorkspace = 'cty_';

async function open(token: string): Promise<Opened> {
  const client = createClient({ url: location.origin, token });
  const workspaces = await Array.fromAsync(client.workspaces.list());
  return { client, workspaces, isAdmin: !token.startsWith(ofWorkspace) };
}

function useKeptSession(onOpen: (opened: Opened) => void, onFailure: (reason: string) => void): 'opening' | 'done' {
  const [state, setState] = useState<'opening' | 'done'>(() => (keptToken() === null ? 'done' : 'opening'));
  useEffect(() => {
    const token = keptToken();
    if (token === null) return;
    open(token)
      .then(onOpen, (error: unknown) => onFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setState('done'));
  }, [onOpen, onFailure]);
  return state;
}
