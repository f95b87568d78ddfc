import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { CircleUserRound } from 'lucide-react';
import { useSession } from '../session/session.tsx';
import { Fact } from './fact.tsx';
import classes from './shell.module.css';
import { ForeignText, Time } from './text.tsx';

/** The token that is signed in, with its workspace, rights and expiry behind a button. */
export function WhoAmI() {
  const { token, workspace, rights } = useSession().whoami;
  const name = token?.name ?? 'Admin token';
  const expiresAt = token?.expires_at ?? null;
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.who} aria-label={`Signed in with ${name}`}>
          <CircleUserRound size={20} aria-hidden />
          <Text component="span" size="sm" truncate className={classes.wide}>
            <ForeignText value={name} limit={128} />
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {/* The content has no control to focus. */}
        <Stack gap="xs" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          <Fact label="Signed in with">
            <ForeignText value={name} limit={128} />
          </Fact>
          <Fact label="Workspace">{workspace?.name ?? 'Every workspace'}</Fact>
          <Fact label="Rights">
            <ForeignText value={rights} limit={1_000} />
          </Fact>
          {token !== null && <Fact label="Expires">{expiresAt === null ? 'Never' : <Time at={expiresAt} />}</Fact>}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
