import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { CircleUserRound } from 'lucide-react';
import { useSession } from '../session/session.tsx';
import { Fact } from './fact.tsx';
import classes from './shell.module.css';
import { ForeignText, Time } from './text.tsx';

/** Who is signed in: a person with the role in the workspace, or a token with its workspace, rights and expiry, behind a button. */
export function WhoAmI() {
  const { whoami, person, isAdmin, role } = useSession();
  const { token, workspace, rights } = whoami;
  const name = person === null ? (token?.name ?? 'Admin token') : person.name || (person.email ?? 'Person');
  const expiresAt = token?.expires_at ?? null;
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.who} aria-label={`Signed in ${person === null ? 'with' : 'as'} ${name}`}>
          <CircleUserRound size={20} aria-hidden />
          <Text component="span" size="sm" truncate className={classes.wide}>
            <ForeignText value={name} limit={128} />
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {/* The content has no control to focus. */}
        <Stack gap="xs" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          <Fact label={person === null ? 'Signed in with' : 'Signed in as'}>
            <ForeignText value={name} limit={128} />
          </Fact>
          {person !== null && person.email !== null && person.email !== name && (
            <Fact label="E-mail address">
              <ForeignText value={person.email} limit={254} />
            </Fact>
          )}
          {person !== null && (
            <Fact label="Role">
              {[isAdmin && 'admin of the gateway', role?.role].filter((part) => part !== false).join(', ') ||
                'None here'}
            </Fact>
          )}
          {person === null && <Fact label="Workspace">{workspace?.name ?? 'Every workspace'}</Fact>}
          <Fact label="Rights">
            <ForeignText value={role?.rights ?? rights} limit={1_000} />
          </Fact>
          {token !== null && <Fact label="Expires">{expiresAt === null ? 'Never' : <Time at={expiresAt} />}</Fact>}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
