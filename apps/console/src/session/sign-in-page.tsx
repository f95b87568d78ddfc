import { ConnectoryError } from '@connectory/client';
import { Alert, Anchor, Button, Checkbox, Code, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SecretInput } from '../shell/copy-button.tsx';
import { Mark } from '../shell/shell.tsx';
import type { Provider } from './account.ts';
import { forgetToken } from './kept-token.ts';
import classes from './sign-in-page.module.css';

interface SignInProps {
  /** Why the person has to sign in again. */
  readonly reason: string | undefined;
  /** Where people sign in; undefined where they cannot. */
  readonly provider: Provider | undefined;
  /** Rejects if the token is rejected or the gateway does not respond. */
  onSignIn(token: string, isKept: boolean): Promise<void>;
}

/** Leads people to the identity provider, and asks for a token of a workspace or the admin token. */
export function SignInPage({ reason, provider, onSignIn }: SignInProps) {
  const [fieldError, setFieldError] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Connectory';
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    setWaiting(true);
    onSignIn(String(entered.get('token')).trim(), entered.has('keep'))
      .catch((error: unknown) => {
        setFieldError(explain(error));
        input.current?.focus();
      })
      .finally(() => setWaiting(false));
  };
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.panel} p="xl" radius="md">
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Group gap="sm">
              <Mark />
              <Title order={1} size="h3">
                Sign in to Connectory
              </Title>
            </Group>
            {reason !== undefined && fieldError === undefined && (
              <Alert color="yellow" role="status">
                {reason}
              </Alert>
            )}
            {provider !== undefined && <ProviderLink provider={provider} />}
            <SecretInput
              ref={input}
              name="token"
              label="Token"
              description={
                <>
                  A workspace token, which starts with <Code>cty_</Code>, or the admin token.
                </>
              }
              autoComplete="current-password"
              error={fieldError}
              errorProps={{ role: 'alert' }}
              showLabel="Show the token"
              onChange={() => setFieldError(undefined)}
              data-autofocus={provider === undefined || undefined}
            />
            <Checkbox
              name="keep"
              label="Keep me signed in on this device"
              description="Stores the token in this browser until you sign out. Otherwise it is forgotten when you close or reload this page."
            />
            <Button type="submit" variant={provider === undefined ? 'filled' : 'default'} loading={isWaiting} fullWidth>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              No token yet?{' '}
              <Anchor href="/docs/guide/tokens" underline="always">
                How to get a token
              </Anchor>
            </Text>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}

/** Signs a person in, and leads back to the page of the URL. */
function ProviderLink({ provider: { host, path } }: { readonly provider: Provider }) {
  const back = new URLSearchParams({ return_to: location.pathname + location.search });
  return (
    <>
      {/* A token that was kept before would be used instead of the session. */}
      <Button component="a" href={`${path}?${back}`} onClick={forgetToken} fullWidth data-autofocus>
        Sign in with {host}
      </Button>
      <Divider label="or with a token" />
    </>
  );
}

function explain(error: unknown): string {
  if (error instanceof ConnectoryError)
    return error.code === 'unauthenticated' ? 'This token is unknown, has expired or was revoked.' : error.message;
  return error instanceof Error ? error.message : String(error);
}
