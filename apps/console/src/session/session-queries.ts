import { ConnectoryError } from '@connectory/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const maxWaitSeconds = 10;
const attempts = 3;

/** The cache of one session. `onUnauthenticated` is called with the first response that rejects the token or the session. */
export function createQueryClient(onUnauthenticated: () => void): QueryClient {
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
