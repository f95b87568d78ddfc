import { ConnectoryError } from '@connectory/client';
import { Alert } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden } from './forbidden.tsx';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';
import { Waiting } from './waiting.tsx';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'dataUpdatedAt'> & { refetch(): unknown };
  /** What the token may not do if the gateway forbids it, such as `read the audit`. */
  readonly purpose?: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Renders the data of a query: a placeholder while loading, the problem if it failed, what is lacking if it is forbidden, and a notice
 * above data that could not be refreshed.
 */
export function Loaded<Data>({ query, purpose = 'see this', children }: LoadedProps<Data>) {
  const { data, error, refetch, dataUpdatedAt } = query;
  if (data === undefined && error instanceof ConnectoryError && error.code === 'forbidden')
    return <Forbidden error={error} purpose={purpose} />;
  if (data === undefined && error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  return (
    <>
      {error !== null && (
        <Alert color="yellow" role="status">
          {error.message} You see what was loaded at <Time at={new Date(dataUpdatedAt).toISOString()} />.
        </Alert>
      )}
      {children(data)}
    </>
  );
}
