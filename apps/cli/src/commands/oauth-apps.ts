import type { ConsentConnector, OAuthApp } from '@connectory/client';
import { type Command, Option } from 'commander';
import { readCredentials } from '../credentials.ts';
import { managedGroup, tableOf } from '../managed-command.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';

const setHelp = `
Client ID and client secret are a JSON object, with other fields of the application such as a developer_token. Like all credentials, they
cannot be given as an argument: use a file (--credentials @app.json), standard input, or CONNECTORY_CREDENTIALS.

Example:
  echo '{"client_id":"app","client_secret":"secret"}' | connectory oauth-apps set zendesk --credentials -
`;

/** `connectory oauth-apps`: manages the applications that a workspace has registered with vendors. */
export const oauthAppsCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'oauth-apps',
    description: 'list, set, show and delete OAuth applications',
    item: { syntax: '<connector>', about: 'ID of the connector', path: 'connector' },
    commands: [
      {
        operation: 'listOAuthApps',
        name: 'list',
        description: 'list the connectors that use OAuth consent, with their applications',
        text: tableOf<ConsentConnector>({
          connector: 'connector',
          vendor: 'vendor',
          'client ID': ({ app }) => app?.client_id,
          'redirect URL': 'redirect_url',
        }),
      },
      {
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
        body: async ({ options }, body) => {
          const given = await readCredentials(terminal, options.credentials as string | undefined);
          const { client_id, client_secret, ...others } = given ?? {};
          if (client_id !== undefined && client_secret !== undefined)
            return {
              ...body,
              client_id,
              client_secret,
              ...(Object.keys(others).length > 0 && { credentials: others }),
            };
          throw invalidInput(
            'An application has a client ID and secret: give {"client_id": "…", "client_secret": "…"}.',
          );
        },
        text: (app: OAuthApp) => sentenceOf(app, 'is stored'),
      },
      {
        operation: 'getOAuthApp',
        name: 'show',
        description: 'show the application and the redirect URL to enter with the vendor',
        example: 'zendesk',
        text: (app: OAuthApp) => sentenceOf(app, 'is stored'),
      },
      {
        operation: 'deleteOAuthApp',
        name: 'delete',
        description: 'delete the application; connections created with it keep working',
        example: 'zendesk --yes',
        confirmation: (name) => ({
          warning: `This deletes the OAuth application for ${name} with its client secret. Nobody can connect an account by consent until another one is stored.`,
        }),
        text: (app: OAuthApp) => sentenceOf(app, 'is deleted'),
      },
    ],
  });

function sentenceOf({ connector, client_id: id, redirect_url: redirect }: OAuthApp, what: string): string {
  const address = redirect ?? 'not known: set CONNECTORY_PUBLIC_URL of the gateway';
  return `The OAuth application "${id}" for ${connector} ${what}.\nRedirect URL to enter with the vendor: ${address}`;
}
