import { type Client, ConnectoryError, createClient, type Whoami, type Workspace } from '@connectory/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { SignInPage } from './sign-in-page.tsx';

/** A signed-in session. */
export interface Session {
  readonly client: Client;
  /** The workspaces the token can access: one, or all for the admin token. */
  readonly workspaces: readonly Workspace[];
  /** The token, its policy and its rights in words. */
  readonly whoami: Whoami;
  /** Whether this is an admin of the gateway, who manages every workspace. */
  readonly isAdmin: boolean;
  /** Whether it may run actions, which the admin token may not. */
  readonly mayRun: boolean;
  /** Whether it may approve held writes. */
  readonly mayApprove: boolean;
  /** Whether it may manage the workspace: connections, tokens, synchronization and audit. */
  readonly mayManage: boolean;
  readonly queryClient: QueryClient;
  /** Loads the workspaces again, after one was created, changed or deleted. */
  reloadWorkspaces(): Promise<void>;
  /** Discards the token and everything loaded with it. */
  signOut(): void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session; only below {@link SessionProvider}. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('No one is signed in.');
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
  const client = opened?.client;
  // Of this client alone: the list of workspaces may change while what was loaded stays.
  const queryClient = useMemo(
    () =>
      client === undefined
        ? undefined
        : createQueryClient(() =>
            close('The gateway no longer accepts this token: it has expired or was revoked. Sign in with another one.'),
          ),
    [client, close],
  );
  const session = useMemo((): Session | undefined => {
    if (opened === undefined || queryClient === undefined) return undefined;
    const reloadWorkspaces = async () => {
      const workspaces = await workspacesOf(opened.client);
      // Somebody may have signed out meanwhile.
      setOpened((current) => (current?.client === opened.client ? { ...current, workspaces } : current));
    };
    return { ...opened, queryClient, reloadWorkspaces, signOut: () => close() };
  }, [opened, queryClient, close]);
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

type Opened = Pick<Session, 'client' | 'workspaces' | 'whoami' | 'isAdmin' | 'mayRun' | 'mayApprove' | 'mayManage'>;

const workspacesOf = (client: Client) => Array.fromAsync(client.workspaces.list());

async function open(token: string): Promise<Opened> {
  const client = createClient({ url: location.origin, token, via: 'console' });
  const [whoami, workspaces] = await Promise.all([client.whoami(), workspacesOf(client)]);
  const isAdmin = whoami.kind === 'admin';
  const mayManage = isAdmin || whoami.token?.policy.manage === true;
  const mayApprove = isAdmin || whoami.token?.policy.approve === true;
  return { client, workspaces, whoami, isAdmin, mayRun: !isAdmin, mayApprove, mayManage };
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

const name = 'connectory.token';

// Browsers may forbid storage; the token is then only in memory.
function withStorage<Value>(use: (storage: Storage) => Value, otherwise: Value): Value {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** The token that the user chose to keep on this device. */
const keptToken = (): string | null => withStorage((storage) => storage.getItem(name), null);

/** Keeps a token on this device until {@link forgetToken}. */
const keepToken = (token: string): void => withStorage((storage) => storage.setItem(name, token), undefined);

/** Removes the token from this device. */
const forgetToken = (): void => withStorage((storage) => storage.removeItem(name), undefined);

const maxWaitSeconds = 10;
const attempts = 3;

/** The cache of one session. `onUnauthenticated` is called with the first response that rejects the token. */
function createQueryClient(onUnauthenticated: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ConnectoryError && error.code === 'unauthenticated') onUnauthenticated();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // The gateway may be on this machine, where no network is needed.
        networkMode: 'always',
        retry: (failures, error) => failures < attempts - 1 && isTransient(error),
        retryDelay: (failures, error) =>
          1000 * ((error instanceof ConnectoryError ? error.retryAfterSeconds : undefined) ?? 2 ** failures),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

// Permanent errors are shown immediately instead of after retries.
const isTransient = (error: unknown) =>
  error instanceof ConnectoryError && error.retryable && (error.retryAfterSeconds ?? 0) <= maxWaitSeconds;
