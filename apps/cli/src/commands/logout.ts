import { Command } from 'commander';
import { type PrintOptions, print } from '../print.ts';
import { ProblemError } from '../problem-error.ts';
import { defaultProfile, readProfiles, writeProfiles } from '../profiles.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption } from './options.ts';

interface LogoutOptions extends PrintOptions {
  readonly profile?: string;
}

const help = `
The token stays valid: connectory tokens revoke ends it.

Example:
  connectory logout --profile work
`;

/** `connectory logout`: deletes a profile with its token. */
export function logoutCommand(terminal: Terminal): Command {
  return new Command('logout')
    .description('delete a profile with its token')
    .option('--profile <name>', `name of the profile (default: ${defaultProfile})`)
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(({ profile, ...options }: LogoutOptions) => {
      const { environment } = terminal;
      const name = profile ?? (environment.CONNECTORY_PROFILE || defaultProfile);
      const profiles = new Map(readProfiles(environment));
      const found = profiles.get(name);
      if (found === undefined) {
        const message = `There is no profile "${name}". List them with: connectory profiles`;
        throw new ProblemError({ status: 404, code: 'profile_not_found', message });
      }
      profiles.delete(name);
      writeProfiles(environment, profiles);
      print(
        terminal,
        options,
        { profile: name, url: found.url },
        () => `The profile "${name}" is deleted. Its token stays valid: connectory tokens revoke ends it.`,
      );
    });
}
