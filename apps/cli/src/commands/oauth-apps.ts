import type { ConsentConnector, OAuthApp } from '@connectory/client';
import { Command, Option } from 'commander';
import { readCredentials } from '../credentials.ts';
import { example, type ManagedCommand, managedCommand, tableOf } from '../managed-command.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';

const setHelp = `
Client ID and client secret are a JSON object, with other fields of the application such as a developer_token. Like all credentials, they
cannot be given as an argument: use a file (--credentials @app.json), standard input, or CONNECTORY_CREDENTIALS.

Example:
  echo '{"client_id":"app","client_secret":"secret"}' | connectory oauth-apps set helpdesk --credentials -
`;

/** `connectory oauth-apps`: manages the applications that a workspace has registered with vendors. */
export function oauthAppsCommand(terminal: Terminal): Command {
  const ofConnector = (what: string, command: Omit<ManagedCommand<OAuthApp>, 'arguments' | 'text'>): Command =>
    managedCommand<OAuthApp>(terminal, {
      ...command,
      arguments: { '<connector>': { about: 'ID of the connector', path: 'connector' } },
      text: (app) => sentenceOf(app, what),
    });
  return new Command('oauth-apps')
    .description('list, set, show and delete OAuth applications')
    .addCommand(
      managedCommand(terminal, {
        operation: 'listOAuthApps',
        name: 'list',
        description: 'list the connectors that use OAuth consent, with their applications',
        help: example('connectory oauth-apps list'),
        text: tableOf<ConsentConnector>({
          connector: ({ connector }) => connector,
          vendor: ({ vendor }) => vendor,
          'client ID': ({ app }) => app?.client_id,
          'redirect URL': ({ redirect_url: redirect }) => redirect,
        }),
      }),
    )
    .addCommand(
      ofConnector('is stored', {
        operation: 'putOAuthApp',
        name: 'set',
        description: 'store the OAuth application of a connector',
        help: setHelp,
        members: {
          client_id: null,
          client_secret: null,
          credentials: null,
          base_url: { flags: '--base-url <url>', about: "origin that its connections call instead of the vendor's" },
        },
        options: [
          new Option(
            '-c, --credentials <source>',
            '@file, or - for standard input; by default, CONNECTORY_CREDENTIALS',
          ),
        ],
        body: async ({ terminal: from, options }, body) => {
          const given = (await readCredentials(from, options.credentials as string | undefined)) ?? {};
          const { client_id, client_secret, ...others } = given;
          if (client_id !== undefined && client_secret !== undefined)
            return {
              client_id,
              client_secret,
              ...(Object.keys(others).length > 0 && { credentials: others }),
              ...body,
            };
          throw invalidInput(
            'An application has a client ID and secret: give {"client_id": "…", "client_secret": "…"}.',
          );
        },
      }),
    )
    .addCommand(
      ofConnector('is stored', {
        operation: 'getOAuthApp',
        name: 'show',
        description: 'show the application and the redirect URL to enter with the vendor',
        help: example('connectory oauth-apps show helpdesk'),
      }),
    )
    .addCommand(
      ofConnector('is deleted', {
        operation: 'deleteOAuthApp',
        name: 'delete',
        description: 'delete the application; connections created with it keep working',
        help: example('connectory oauth-apps delete helpdesk'),
      }),
    );
}

function sentenceOf({ connector, client_id: id, redirect_url: redirect }: OAuthApp, what: string): string {
  const address = redirect ?? 'not known: set CONNECTORY_PUBLIC_URL of the gateway';
  return `The OAuth application "${id}" for ${connector} ${what}.\nRedirect URL to enter with the vendor: ${address}`;
}
