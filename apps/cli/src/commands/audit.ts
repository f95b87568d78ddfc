import type { AuditEntry, AuditFilter, Client } from '@connectory/client';
import { Command, Option } from 'commander';
import { findConnection } from '../find-connection.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentBefore } from '../time-input.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface AuditOptions extends PrintOptions {
  readonly workspace?: string;
  readonly gateway?: true;
  readonly connection?: string;
  readonly kind?: AuditEntry['kind'];
  readonly state?: AuditEntry['state'];
  readonly from?: string;
  readonly to?: string;
  readonly entity?: string;
  readonly action?: string;
  readonly outcome?: string;
  readonly limit?: string;
  readonly all?: true;
}

const help = `
The newest entries come first. Reading the audit requires the admin token, or a token that may manage the workspace.

Examples:
  connectory audit --limit 10
  connectory audit --connection stripe --kind execute --outcome 404 --from 24h
  connectory audit --state interrupted --all
`;

/** `connectory audit`: shows who did what, and the outcome. */
export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .description('list audit entries: calls and configuration changes')
    .addOption(workspaceOption())
    .option('--gateway', 'entries of no workspace instead, such as new workspaces; requires the admin token')
    .option('--connection <connection>', 'only requests that use or manage this connection (name or ID)')
    .addOption(new Option('--kind <kind>', 'only entries of this kind').choices(['execute', 'manage']))
    .addOption(
      new Option('--state <state>', 'only requests in this state').choices(['started', 'finished', 'interrupted']),
    )
    .option('--from <time>', 'only requests that began at this time or later: a date, or a duration such as 24h ago')
    .option('--to <time>', 'only requests that began before this time')
    .option('--entity <entity>', 'only requests with this entity')
    .option('--action <action>', 'only requests with this action')
    .option('--outcome <status>', 'only requests with this HTTP status')
    .option('--limit <number>', 'maximum number of entries', '50')
    .option('-a, --all', 'list all entries; prints one per line unless on a terminal')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (options: AuditOptions) => {
      const entries = await openAudit(terminal, options);
      if (options.all !== undefined && !terminal.isInteractive) {
        await terminal.outBytes(lines(entries));
        return;
      }
      const most = options.all === undefined ? wholeNumber('--limit', options.limit ?? '') : Number.POSITIVE_INFINITY;
      const found = await taken(entries, most);
      print(terminal, options, found, () => auditTable(found));
    });
}

type Entries = AsyncGenerator<AuditEntry, void>;

async function openAudit(terminal: Terminal, options: AuditOptions): Promise<Entries> {
  const client = openGateway(terminal);
  if (options.gateway === undefined) {
    const workspace = await chooseWorkspace(client, terminal, options.workspace);
    return client.workspace(workspace).audit.list(await filterOf(client, workspace, options));
  }
  if (options.connection !== undefined || options.workspace !== undefined)
    throw invalidInput('--gateway lists entries of no workspace. Leave out --workspace and --connection.');
  return client.audit.list(await filterOf(client, undefined, options));
}

async function filterOf(
  client: Client,
  workspace: string | undefined,
  { connection, kind, state, from, to, entity, action, outcome }: AuditOptions,
): Promise<AuditFilter> {
  const now = Date.now();
  return {
    ...(connection !== undefined && { connection_id: (await findConnection(client, workspace, connection)).id }),
    ...(kind !== undefined && { kind }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from: momentBefore(from, now) }),
    ...(to !== undefined && { to: momentBefore(to, now) }),
    ...(entity !== undefined && { entity }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome: wholeNumber('--outcome', outcome) }),
  };
}

async function taken(entries: Entries, most: number): Promise<readonly AuditEntry[]> {
  const found: AuditEntry[] = [];
  if (most < 1) return found;
  for await (const entry of entries) if (found.push(entry) >= most) break;
  return found;
}

async function* lines(entries: Entries): AsyncGenerator<Uint8Array, void> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`);
}

function auditTable(entries: readonly AuditEntry[]): string {
  return tableText(
    ['at', 'state', 'connector', 'entity', 'action', 'outcome', 'error', 'records', 'ms', 'request ID', 'intent'],
    entries.map((entry) => [
      `${entry.at.slice(0, 19).replace('T', ' ')} UTC`,
      entry.dry_run ? `${entry.state}, dry run` : entry.state,
      entry.connector,
      entry.entity,
      entry.action,
      entry.outcome,
      entry.error_code,
      entry.records,
      entry.duration_ms,
      entry.request_id,
      entry.intent,
    ]),
  );
}
