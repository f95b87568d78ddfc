import type { ConsentConnector, OAuthApp } from '@connectory/client';
import { Command } from 'commander';
import { readCredentials } from '../credentials.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface AppOptions extends PrintOptions {
  readonly workspace?: string;
}

interface SetOptions extends AppOptions {
  readonly credentials?: string;
  readonly baseUrl?: string;
}

const setHelp = `
Client ID and client secret are a JSON object, with other fields of the application such as a developer_token. Like all credentials, they
cannot be given as an argument: use a file (--credentials @app.json), standard input, or CONNECTORY_CREDENTIALS.

Example:
  echo '{"client_id":"app","client_secret":"secret"}' | connectory oauth-apps set zendesk --credentials -
`;

/** `connectory oauth-apps`: manages the applications that a workspace has registered with vendors. */
export function oauthAppsCommand(terminal: Terminal): Command {
  const apps = new Command('oauth-apps').description('list, set, show and delete OAuth applications');
  const open = async ({ workspace }: AppOptions) => {
    const client = openGateway(terminal);
    return client.workspace(await chooseWorkspace(client, terminal, workspace)).oauthApps;
  };
  const subcommand = (name: string, description: string) =>
    apps
      .command(name)
      .description(description)
      .argument('<connector>', 'ID of the connector')
      .addOption(workspaceOption())
      .addOption(jsonOption());
  const show = (options: AppOptions, app: OAuthApp, what: string) =>
    print(terminal, options, app, () => sentenceOf(app, what));

  apps
    .command('list')
    .description('list the connectors that use OAuth consent, with their applications')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  connectory oauth-apps list\n')
    .action(async (options: AppOptions) => {
      const found = await Array.fromAsync((await open(options)).list());
      print(terminal, options, found, () => appTable(found));
    });

  subcommand('set', 'store the OAuth application of a connector')
    .option('-c, --credentials <source>', '@file, or - for standard input; by default, CONNECTORY_CREDENTIALS')
    .option('--base-url <url>', "origin that its connections call instead of the vendor's")
    .addHelpText('after', setHelp)
    .action(async (connector: string, options: SetOptions) => {
      const { client_id, client_secret, ...others } = (await readCredentials(terminal, options.credentials)) ?? {};
      if (client_id === undefined || client_secret === undefined) {
        throw invalidInput('An application has a client ID and secret: give {"client_id": "…", "client_secret": "…"}.');
      }
      const app = await (await open(options)).put(connector, {
        client_id,
        client_secret,
        ...(Object.keys(others).length > 0 && { credentials: others }),
        ...(options.baseUrl !== undefined && { base_url: options.baseUrl }),
      });
      show(options, app, 'is stored');
    });

  subcommand('show', 'show the application and the redirect URL to enter with the vendor')
    .addHelpText('after', '\nExample:\n  connectory oauth-apps show zendesk\n')
    .action(async (connector: string, options: AppOptions) => {
      show(options, await (await open(options)).get(connector), 'is stored');
    });

  subcommand('delete', 'delete the application; connections created with it keep working')
    .addHelpText('after', '\nExample:\n  connectory oauth-apps delete zendesk\n')
    .action(async (connector: string, options: AppOptions) => {
      show(options, await (await open(options)).delete(connector), 'is deleted');
    });
  return apps;
}

function sentenceOf({ connector, client_id: id, redirect_url: redirect }: OAuthApp, what: string): string {
  const place = redirect ?? 'not known: set CONNECTORY_PUBLIC_URL of the gateway';
  return `The OAuth application "${id}" for ${connector} ${what}.\nRedirect URL to enter with the vendor: ${place}`;
}

const appTable = (found: readonly ConsentConnector[]) =>
  tableText(
    ['connector', 'vendor', 'client ID', 'redirect URL'],
    found.map(({ connector, vendor, app, redirect_url: redirect }) => [connector, vendor, app?.client_id, redirect]),
  );
