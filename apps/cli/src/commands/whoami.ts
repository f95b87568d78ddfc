import type { Whoami } from '@connectory/client';
import type { Command } from 'commander';
import { factsText, managedCommand } from '../managed-command.ts';
import { momentOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** `connectory whoami`: shows the token in use, its workspace and what it may do. */
export const whoamiCommand = (terminal: Terminal): Command =>
  managedCommand<Whoami>(terminal, {
    operation: 'whoami',
    name: 'whoami',
    description: 'show who you are: the token, its person and workspace, and what it may do',
    text: ({ token, person, workspace, rights }) =>
      factsText({
        token: token?.name ?? 'the admin token',
        ...(person !== null && { person: person.email ?? person.name }),
        ...(workspace !== null && { workspace: workspace.name }),
        may: rights,
        ...(token !== null && { expires: token.expires_at === null ? 'never' : momentOf(token.expires_at) }),
      }),
  });
