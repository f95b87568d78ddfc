import type { AuditEntry } from '@connectory/client';
import { type Command, Option } from 'commander';
import { findConnection } from '../find-connection.ts';
import { managedCommand, tableOf } from '../managed-command.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { momentBefore } from '../time-input.ts';

const help = `
The newest entries come first. Reading the audit requires the admin token, or a token that may manage the workspace.

Examples:
  connectory audit --limit 10
  connectory audit --connection stripe --kind execute --outcome 404 --from 24h
  connectory audit --action delete --record cus_QyS5Zt9
  connectory audit --state interrupted --all
`;

const moment = (text: string) => momentBefore(text, Date.now());

/** `connectory audit`: shows who did what, and the outcome. */
export function auditCommand(terminal: Terminal): Command {
  return managedCommand<readonly AuditEntry[]>(terminal, {
    operation: 'listAuditEntries',
    name: 'audit',
    description: 'list audit entries: calls and configuration changes',
    help,
    members: {
      connection_id: {
        flags: '--connection <connection>',
        about: 'only requests that use or manage this connection (name or ID)',
      },
      from: {
        flags: '--from <time>',
        about: 'only requests that began at this time or later: a date, or a duration such as 24h ago',
        read: moment,
      },
      to: { flags: '--to <time>', about: 'only requests that began before this time', read: moment },
      outcome: { flags: '--outcome <status>' },
      token_id: { flags: '--token-id <id>' },
      record_key: {
        flags: '--record <value>',
        about: 'only requests about a record whose key has this value, such as its ID',
      },
    },
    options: [
      new Option('--gateway', 'entries of no workspace instead, such as new workspaces; requires the admin token'),
    ],
    instead: ({ gateway, connection, workspace }) => {
      if (gateway === undefined) return undefined;
      if (connection === undefined && workspace === undefined) return 'listGatewayAuditEntries';
      throw invalidInput('--gateway lists entries of no workspace. Leave out --workspace and --connection.');
    },
    query: async ({ client, workspace }, { connection_id: named, ...query }) =>
      named === undefined
        ? query
        : { ...query, connection_id: (await findConnection(client, workspace, String(named))).id },
    limit: 50,
    hasAll: true,
    text: tableOf<AuditEntry>({
      at: ({ at }) => `${at.slice(0, 19).replace('T', ' ')} UTC`,
      state: (entry) => (entry.dry_run ? `${entry.state}, dry run` : entry.state),
      connector: 'connector',
      entity: 'entity',
      action: 'action',
      record: ({ record }) => Object.values(record?.key ?? {}).join(', '),
      outcome: 'outcome',
      error: 'error_code',
      records: 'records',
      ms: 'duration_ms',
      'request ID': 'request_id',
      intent: 'intent',
    }),
  });
}
