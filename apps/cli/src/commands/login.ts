import { ConnectoryError } from '@connectory/client';
import { Command } from 'commander';
import { clientOf } from '../gateway.ts';
import { defaultUrl } from '../gateway-access.ts';
import { textOf } from '../json-input.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { defaultProfile, profileName, profilesFile, readProfiles, writeProfiles } from '../profiles.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

interface LoginOptions extends PrintOptions {
  readonly profile?: string;
  readonly url?: string;
}

const help = `
The token is read from the terminal, which does not show it, or from standard input. It is checked with the gateway, stored in a file that
only you can read ($XDG_CONFIG_HOME/connectory/profiles.json), and never printed. Commands use the profile "default" unless --profile or
CONNECTORY_PROFILE names another one. A profile's token is sent only to the profile's URL.

Example:
  echo "$CONNECTORY_TOKEN" | connectory login --profile work --url "$CONNECTORY_URL"
`;

/** `connectory login`: checks a token and stores it in a profile. */
export function loginCommand(terminal: Terminal): Command {
  return new Command('login')
    .description('check a token with a gateway and store it in a profile')
    .option('--profile <name>', `name of the profile (default: ${defaultProfile})`)
    .option('--url <url>', `URL of the gateway; by default, that of the profile, CONNECTORY_URL, or ${defaultUrl}`)
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(async (options: LoginOptions) => {
      const { environment } = terminal;
      const name = profileName(options.profile ?? (environment.CONNECTORY_PROFILE || defaultProfile));
      const url = options.url ?? readProfiles(environment).get(name)?.url ?? (environment.CONNECTORY_URL || defaultUrl);
      const token = await readToken(terminal, url);
      const workspaces = await workspacesOf(url, token);
      // Read again, because another terminal may have logged in meanwhile.
      writeProfiles(environment, new Map([...readProfiles(environment), [name, { url, token }]]));
      const file = profilesFile(environment);
      print(terminal, options, { profile: name, url, workspaces, file }, () =>
        [
          `Logged in to ${url}. Workspaces: ${workspaces.join(', ') || 'none yet'}.`,
          `The token is stored in the profile "${name}" in ${file}.`,
        ].join('\n'),
      );
    });
}

async function readToken(terminal: Terminal, url: string): Promise<string> {
  const typed =
    terminal.readHidden === undefined
      ? await textOf(terminal, '-')
      : await terminal.readHidden(`Token for ${url} (not shown): `);
  const token = typed.trim();
  if (token === '') throw invalidInput('No token was given. Type it, or send it to standard input.');
  return token;
}

async function workspacesOf(url: string, token: string): Promise<readonly string[]> {
  const { workspaces } = clientOf({ url, token });
  try {
    return (await Array.fromAsync(workspaces.list())).map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof ConnectoryError) || error.status !== 401) throw error;
    const message = `The gateway at ${url} does not accept this token. Nothing was stored. Check that it is complete and not revoked.`;
    throw new ProblemError({ status: 401, code: 'token_refused', message }, { cause: error });
  }
}
