import { Command } from 'commander';
import { exitCodes } from '../exit-code.ts';
import { GatewayClient } from '../gateway-client.ts';
import { ProblemError } from '../problem-error.ts';
import { faultLines, progressText, statusTable } from '../sync-progress.ts';
import { isSettled, type SyncState } from '../sync-state.ts';
import type { Terminal } from '../terminal.ts';

interface ConnectionOptions {
  readonly workspace: string;
  readonly json?: true;
}

interface StartOptions extends ConnectionOptions {
  readonly entity?: readonly string[];
  readonly full?: true;
  readonly wait: boolean;
}

const pollMilliseconds = 500;

/** `connectory sync`: starts and shows the synchronisation of a connection. `end` is told how a followed synchronisation ended. */
export function syncCommand(terminal: Terminal, end: (code: number) => void): Command {
  const sync = new Command('sync').description('start and watch the synchronisation of a connection');
  const connectionCommand = (name: string, description: string) =>
    sync
      .command(name)
      .description(description)
      .argument('<connection>', 'name or id of the connection')
      .option(
        '-w, --workspace <name>',
        'workspace of the connection',
        terminal.environment.CONNECTORY_WORKSPACE ?? 'demo',
      )
      .option('--json', 'print JSON on a terminal, too');

  connectionCommand('start', 'start passes now and follow them')
    .option('-e, --entity <names...>', 'only these entities')
    .option('--full', 'read everything, also where only what is new would do')
    .option('--no-wait', 'do not wait for the end')
    .action(async (connection: string, options: StartOptions) => {
      const syncs = await findSyncs(terminal, connection, options);
      const wanted = (states: readonly SyncState[]) =>
        states.filter(({ entity }) => options.entity?.includes(entity) ?? true);
      const before = wanted(await syncs.start({ entities: options.entity, full: options.full }));
      const isForPeople = terminal.isInteractive && options.json === undefined;
      let now = before;
      while (options.wait && !isSettled(before, now)) {
        await terminal.sleep(pollMilliseconds);
        now = wanted(await syncs.read());
        if (isForPeople) terminal.show(progressText(before, now));
      }
      if (isForPeople)
        terminal.out(
          faultLines(now)
            .map((line) => `${line}\n`)
            .join(''),
        );
      else terminal.out(json(now));
      if (now.some(({ errors }) => errors.length > 0)) end(exitCodes.other);
    });

  connectionCommand('status', 'show how far each entity is').action(
    async (connection: string, options: ConnectionOptions) => {
      const states = await (await findSyncs(terminal, connection, options)).read();
      terminal.out(terminal.isInteractive && options.json === undefined ? `${statusTable(states)}\n` : json(states));
    },
  );
  return sync;
}

interface Syncs {
  read(): Promise<readonly SyncState[]>;
  /** Gives the states as they were when the passes were asked for. */
  start(wanted: object): Promise<readonly SyncState[]>;
}

async function findSyncs(terminal: Terminal, nameOrId: string, { workspace }: ConnectionOptions): Promise<Syncs> {
  const { CONNECTORY_URL: url, CONNECTORY_TOKEN: token } = terminal.environment;
  if (!token) {
    const message = 'CONNECTORY_TOKEN is not set. Set it to a token of the workspace.';
    throw new ProblemError({ status: 401, code: 'unauthenticated', message });
  }
  const client = new GatewayClient(url || 'http://127.0.0.1:8080', token);
  const id = await connectionId(client, workspace, nameOrId);
  const path = `/api/v1/workspaces/${encodeURIComponent(workspace)}/connections/${id}/syncs`;
  const statesOf = (answer: unknown) => (answer as { readonly data: readonly SyncState[] }).data;
  return {
    read: async () => statesOf(await client.get(path)),
    start: async (wanted) => statesOf(await client.post(path, wanted)),
  };
}

async function connectionId(client: GatewayClient, workspace: string, nameOrId: string): Promise<string> {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ workspace_name: workspace, ...(cursor !== '' && { cursor }) });
    const { data, meta } = (await client.get(`/api/v1/integrations/connectors?${query}`)) as {
      readonly data: readonly { readonly id: string; readonly name: string }[];
      readonly meta: { readonly next_cursor: string | null };
    };
    const found = data.find(({ id, name }) => name === nameOrId || id === nameOrId);
    if (found !== undefined) return found.id;
    names.push(...data.map(({ name }) => name));
    cursor = meta.next_cursor;
  }
  const known = names.length === 0 ? 'It has none yet.' : `It has ${names.slice(0, 20).join(', ')}.`;
  const message = `The workspace "${workspace}" has no connection "${nameOrId}". ${known}`;
  throw new ProblemError({ status: 404, code: 'connector_not_found', message });
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
