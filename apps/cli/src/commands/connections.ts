import type { Connection, ConnectLink, ConnectorInstance } from '@connectory/client';
import { type Command, Option } from 'commander';
import { missingCredentials, readCredentials } from '../credentials.ts';
import { findConnection } from '../find-connection.ts';
import { chooseWorkspace } from '../gateway.ts';
import { jsonArgumentHelp, readJsonObject } from '../json-input.ts';
import { settingsOf } from '../link-settings.ts';
import {
  type CommandContext,
  factsText,
  type ManagedCommand,
  type MemberOption,
  managedGroup,
  requireChange,
  tableOf,
} from '../managed-command.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { momentOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { connectCommand } from './connect.ts';
import { connectionEventsCommand } from './connection-events.ts';
import { settingOption, workspaceOption } from './options.ts';

const addHelp = `
Credentials are a JSON object with a value for each field; connectory connectors describe stripe lists the fields. They cannot be given
as an argument, because the shell would keep them in its history: use a file (--credentials @stripe.json), standard input, or
CONNECTORY_CREDENTIALS. They are verified with a call before they are stored; made-up ones as in this example need --no-check.

Example:
  echo '{"api_key":"sk_test_1"}' | connectory connections add stripe --name second --credentials - --no-check
`;

const updateHelp = `
What is not given stays unchanged. Credentials and settings are replaced as a whole. Settings that move the API to another origin require
the credentials as well: stored credentials are never sent to a new origin. As with connections add, credentials come from a file or from
standard input, and are verified with a call before they are stored.

Examples:
  connectory connections update stripe --deadline-seconds 60
  echo '{"api_key":"sk_test_2"}' | connectory connections update second --credentials - --no-check
`;

// Both are read from files or standard input, which is asynchronous.
const accountMembers: Readonly<Record<string, MemberOption | null>> = {
  credentials: null,
  settings: null,
  check: null,
};
const noMembers = { ...accountMembers, authentication: null, limits: null, name: null, paused: null, sync: null };
const accountOptions = (credentials: string) => [
  new Option('-c, --credentials <source>', credentials),
  new Option('-s, --settings <settings>', jsonArgumentHelp),
  new Option('--no-check', 'do not verify the credentials with a call'),
];

/** `connectory connections`: manages the connections of a workspace. */
export const connectionsCommand = (terminal: Terminal, end: (code: number) => void): Command =>
  managedGroup(terminal, {
    name: 'connections',
    description:
      'list, connect, add, show, update, rename, pause, check and remove connections; list and revoke links; show where events go',
    item: {
      syntax: '<connection>',
      about: 'name or ID of the connection',
      path: 'id',
      find: ({ client, workspace }, name) => findConnection(client, workspace, name),
    },
    commands: [
      {
        operation: 'listConnectorInstances',
        name: 'list',
        description: 'list connections; the ID is the connector_id of execute calls',
        members: { workspace_name: null },
        options: [workspaceOption()],
        query: async ({ client, options }) => ({
          workspace_name: await chooseWorkspace(client, terminal, options.workspace as string | undefined),
        }),
        text: tableOf<ConnectorInstance>({
          name: 'name',
          id: 'id',
          connector: 'connector',
          vendor: 'vendor',
          state: shownState,
          changed: 'updated_at',
        }),
      },
      connectCommand(terminal),
      {
        operation: 'listConnectLinks',
        name: 'links',
        description: 'list the links that can still be used to connect an account',
        text: tableOf<ConnectLink>({
          name: 'name',
          id: 'id',
          connector: 'connector',
          for: ({ connection_id: connection }) => (connection === null ? 'a new connection' : 'reconnecting'),
          created: 'created_at',
          expires: 'expires_at',
          'last problem': 'last_problem',
        }),
      },
      {
        operation: 'revokeConnectLink',
        name: 'revoke-link',
        description: 'revoke a link that can still be used to connect an account',
        example: 'shop --yes',
        arguments: [
          { syntax: '<link>', about: 'ID of the link, or name of its connection', path: 'id', find: findConnectLink },
        ],
        confirmation: (name) => ({
          warning: `This revokes the link for "${name}": nobody can connect an account with it any more.`,
        }),
        text: ({ name, id }: ConnectLink) => `The link for "${name}" (${id}) is revoked.`,
      },
      {
        operation: 'createConnection',
        name: 'add',
        description: 'store an account whose credentials you have',
        help: addHelp,
        arguments: [
          { syntax: '<connector>', about: 'ID of the connector: connectory connectors list', body: 'connector' },
        ],
        members: {
          ...accountMembers,
          limits: null,
          name: { flags: '-n, --name <name>', about: 'name of the connection; by default, the ID of the connector' },
          authentication: {
            flags: '-a, --authentication <name>',
            about: 'authentication method; by default, the first that fits the credentials',
          },
        },
        options: [
          ...accountOptions('@file, or - for standard input; by default, CONNECTORY_CREDENTIALS'),
          settingOption().conflicts('settings'),
        ],
        body: async (context, body) => {
          const account = await accountOf(context, true);
          if (account.credentials === undefined) {
            const { id, auth } = await context.client.connectors.get(String(body.connector));
            throw missingCredentials(id, auth, '--credentials @file, in --credentials - on standard input');
          }
          const pairs = context.options.set as readonly string[] | undefined;
          const settings = pairs && {
            settings: settingsOf(pairs, (await context.client.connectors.get(String(body.connector))).settings),
          };
          return { ...body, ...account, ...settings, check: context.options.check };
        },
        text: (added: Connection) => sentenceOf(added, 'is added'),
      },
      {
        operation: 'getConnection',
        name: 'show',
        description: 'show the settings, limits and state of a connection',
        example: 'stripe',
        text: detailsOf,
      },
      {
        operation: 'updateConnection',
        name: 'update',
        description: 'replace the credentials, settings or limits of a connection',
        help: updateHelp,
        members: {
          ...accountMembers,
          name: null,
          paused: null,
          authentication: { flags: '-a, --authentication <name>', about: 'authentication method of the credentials' },
        },
        options: accountOptions('@file, or - for standard input'),
        body: async (context, body) => {
          const advice = 'Nothing to change. Give --credentials, --settings, --deadline-seconds or --response-bytes.';
          const change = requireChange({ ...body, ...(await accountOf(context, false)) }, advice);
          return { ...change, check: context.options.check };
        },
        text: ({ name, id }: Connection) => `Connection "${name}" (${id}) is updated.`,
      },
      {
        operation: 'updateConnection',
        name: 'rename',
        description: 'give a connection another name; tokens that are limited to the old name lose it',
        example: 'second "second store"',
        arguments: [{ syntax: '<name>', about: 'the new name, unique in the workspace', body: 'name' }],
        members: noMembers,
        text: (renamed: Connection) => sentenceOf(renamed, 'has its new name'),
      },
      pauseCommand('pause', true, 'send nothing to the vendor until it is resumed; the copy can still be searched'),
      pauseCommand('resume', false, 'run calls and synchronize the copy again'),
      {
        operation: 'checkConnection',
        name: 'check',
        description: 'verify the stored credentials of a connection with a call',
        example: 'stripe',
        text: (checked: Connection) => sentenceOf(checked, 'works'),
      },
      connectionEventsCommand(terminal, end),
      {
        operation: 'deleteConnection',
        name: 'remove',
        description: 'remove a connection with its credentials and its synchronized copy',
        example: '"second store" --yes',
        confirmation: (name) => ({
          warning: `This removes the connection "${name}" with its credentials, its synchronized copy and its changes. It cannot be undone.`,
          typed: name,
        }),
        text: (removed: Connection) => sentenceOf(removed, 'is removed'),
      },
    ],
  });

async function findConnectLink({ client, workspace }: CommandContext, nameOrId: string): Promise<ConnectLink> {
  const open = await Array.fromAsync(client.workspace(workspace).connectLinks.list());
  const [found, ...others] = open.filter(({ id, name }) => id === nameOrId || name === nameOrId);
  if (found === undefined) {
    const message = `There is no open link "${nameOrId}". List them with: connectory connections links`;
    throw new ProblemError({ status: 404, code: 'not_found', message });
  }
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw invalidInput(`Several links are for "${nameOrId}". Name one by its ID: ${ids}.`);
}

/** Credentials and settings as they were given; an update takes its credentials only from the option. */
async function accountOf({ terminal, options }: Omit<CommandContext, 'workspace'>, isNew: boolean) {
  const { credentials: source, settings } = options as { credentials?: string; settings?: string };
  if (source === '-' && settings === '-') {
    throw invalidInput('Standard input holds either the credentials or the settings. Give the other one as @file.');
  }
  const credentials = source === undefined && !isNew ? undefined : await readCredentials(terminal, source);
  return {
    ...(credentials !== undefined && { credentials }),
    ...(settings !== undefined && { settings: await readJsonObject(terminal, settings) }),
  };
}

const pauseCommand = (name: string, paused: boolean, description: string): ManagedCommand<Connection> => ({
  operation: 'updateConnection',
  name,
  description,
  example: 'stripe',
  members: noMembers,
  body: () => ({ paused }),
  text: (changed) => sentenceOf(changed, changed.paused ? 'is paused' : 'is resumed'),
});

const shownState = ({ state, paused }: ConnectorInstance) => (paused ? 'paused' : state);

const sentenceOf = ({ name, id, vendor, connector }: Connection, what: string) =>
  `Connection "${name}" (${vendor ?? connector}, ${id}) ${what}.`;

function detailsOf(shown: Connection): string {
  return factsText({
    name: shown.name,
    id: shown.id,
    connector: shown.connector,
    vendor: shown.vendor,
    account: shown.account,
    paused: shown.paused ? 'yes' : 'no',
    state: shown.state_reason === null ? shown.state : `${shown.state}: ${shown.state_reason}`,
    'state since': momentOf(shown.state_since),
    authentication: shown.authentication,
    settings: JSON.stringify(shown.settings),
    limits: JSON.stringify(shown.limits),
    created: momentOf(shown.created_at),
    changed: momentOf(shown.updated_at),
  });
}
