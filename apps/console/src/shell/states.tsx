import { ConnectoryError, type Problem as ProblemBody } from '@connectory/client';
import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useSession } from '../session/session.tsx';
import { Page } from './page.tsx';
import { ForeignText, Time } from './text.tsx';

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

const bars = [0, 1, 2, 3];

/** The placeholder while something is loading, announced by screen readers. */
export function Waiting() {
  const [text, setText] = useState('');
  // Screen readers announce a changed status, but not a newly rendered one.
  useEffect(() => setText('Loading …'), []);
  return (
    <div role="status" aria-label="Loading">
      <VisuallyHidden>{text}</VisuallyHidden>
      <Stack gap="xs" aria-hidden>
        {bars.map((bar) => (
          <Skeleton key={bar} height={36} />
        ))}
      </Stack>
    </div>
  );
}

/** Who must act, by the origin of a problem. */
const actors: Readonly<Record<string, string>> = {
  caller: 'Change the request.',
  gateway: 'Contact the operator of this gateway.',
  credential: 'The owner of the account has to reconnect it.',
  upstream: 'The upstream rejected the request or failed.',
};

interface ProblemProps {
  readonly error: unknown;
  /** What to do about rejected credentials that have just been entered. */
  readonly credentialAdvice?: string;
  /** Retries what failed. */
  readonly onRetry?: () => void;
}

/** A failure in the gateway's words: what happened, who must act, and what the upstream said. */
export function Problem({ error, credentialAdvice = actors.credential, onRetry }: ProblemProps) {
  const { person } = useSession();
  const { problem } = error instanceof ConnectoryError ? error : { problem: undefined };
  const isUnreachable = error instanceof ConnectoryError && error.code === 'gateway_unreachable';
  const message = error instanceof Error ? error.message : String(error);
  const located = problem?.errors ?? [];
  return (
    <Alert
      color="red"
      role="alert"
      title={isUnreachable ? 'The gateway does not respond' : (problem?.title ?? 'It failed')}
    >
      <Stack gap={6}>
        <ForeignText
          value={isUnreachable ? 'Check your network, and that the gateway is running.' : (problem?.detail ?? message)}
        />
        {located.length > 1 && (
          <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {located.map(({ field, message: fieldError }) => (
              <li key={`${field} ${fieldError}`}>
                <ForeignText value={`${field.slice(1).replaceAll('/', '.')} ${fieldError}`} />
              </li>
            ))}
          </ul>
        )}
        {problem?.upstream !== undefined && (
          <Text component="div" size="sm">
            The upstream responded with {problem.upstream.status}
            {problem.upstream.code !== undefined && ` (${problem.upstream.code})`}
            {/* Not twice: the detail may end with it. */}
            {problem.upstream.message === undefined || problem.detail.includes(problem.upstream.message) ? (
              '.'
            ) : (
              <>
                : <ForeignText value={problem.upstream.message} />
              </>
            )}
          </Text>
        )}
        {problem?.outcome === 'unknown' && (
          <Text size="sm" fw={600}>
            It is unknown whether the write was carried out. It is safe to send it again from here: it cannot be carried
            out twice.
          </Text>
        )}
        {problem !== undefined && (
          <Text size="sm" c="dimmed">
            {adviceOn(problem, credentialAdvice, person !== null)}{' '}
            {problem.retryable && 'The same request may succeed later. '}
            Request {problem.request_id}
          </Text>
        )}
        {onRetry !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function adviceOn(
  { code, origin, errors }: Pick<ProblemBody, 'code' | 'origin' | 'errors'>,
  onCredential: string | undefined,
  isPerson: boolean,
) {
  if (code === 'forbidden' && errors.length === 0)
    return isPerson ? 'Ask an owner of the workspace.' : 'Sign in with a token that allows this.';
  return origin === 'credential' ? onCredential : actors[origin];
}

interface ForbiddenProps {
  readonly error: ConnectoryError;
  /** What the token or the person may not do, as text after "may not". */
  readonly purpose: string;
}

/** Shown in place of a page that this token or person may not see: the missing right and who has it, in the gateway's words. */
function Forbidden({ error: { message, problem }, purpose }: ForbiddenProps) {
  const { person, signOut } = useSession();
  return (
    <Paper withBorder p="xl" role="alert">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h5">
          {person === null ? 'This token' : 'You'} may not {purpose}
        </Title>
        <Text component="div" size="sm" c="dimmed" maw="36rem">
          <ForeignText value={problem?.detail ?? message} />
        </Text>
        {person === null && (
          <Button variant="default" onClick={signOut}>
            Sign in with another token
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

/** The page for an unknown path, or a workspace that cannot be accessed. */
export function NotFound() {
  return (
    <Page title="Nothing here" lead="There is nothing at this URL, or you may not see it.">
      <Anchor component={Link} href="/">
        Go to the connections
      </Anchor>
    </Page>
  );
}

/** Shown in place of a page that runs actions if the user signed in with the admin token. */
export function NeedsWorkspaceToken() {
  const { signOut } = useSession();
  const { workspace = '' } = useParams<{ workspace: string }>();
  return (
    <Empty title="The admin token cannot run actions">
      <p>
        It manages workspaces. Actions and searches require a workspace token: create one under{' '}
        <Anchor component={Link} href={`/${workspace}/tokens`} underline="always">
          Tokens
        </Anchor>
        , then sign in with it.
      </p>
      <Group justify="center">
        <Button onClick={signOut}>Sign in with another token</Button>
      </Group>
    </Empty>
  );
}

interface EmptyProps {
  readonly title: string;
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** Shown if a list is empty, with what to do next. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text component="div" size="sm" c="dimmed">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
