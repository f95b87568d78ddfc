import { ConnectoryError, type Problem as ProblemBody } from '@connectory/client';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { ForeignText } from './foreign-text.tsx';

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
  const { problem } = error instanceof ConnectoryError ? error : { problem: undefined };
  const isUnreachable = error instanceof ConnectoryError && error.code === 'gateway_unreachable';
  const message = error instanceof Error ? error.message : String(error);
  const located = problem?.errors ?? [];
  return (
    <Alert
      color="red"
      role="alert"
      title={isUnreachable ? 'The gateway does not answer' : (problem?.title ?? 'It failed')}
    >
      <Stack gap={6}>
        <ForeignText
          value={isUnreachable ? 'Check your network, and that the gateway is running.' : (problem?.detail ?? message)}
        />
        {located.length > 1 && (
          <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {located.map(({ field, message: fault }) => (
              <li key={`${field} ${fault}`}>
                <ForeignText value={`${field.slice(1).replaceAll('/', '.')} ${fault}`} />
              </li>
            ))}
          </ul>
        )}
        {problem?.upstream !== undefined && (
          <Text component="div" size="sm">
            The upstream responded with {problem.upstream.status}
            {problem.upstream.code !== undefined && ` (${problem.upstream.code})`}
            {problem.upstream.message === undefined ? (
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
            {adviceOn(problem, credentialAdvice)} {problem.retryable && 'The same request may succeed later. '}
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
) {
  if (code === 'forbidden' && errors.length === 0) return 'Sign in with a token that allows this.';
  return origin === 'credential' ? onCredential : actors[origin];
}
