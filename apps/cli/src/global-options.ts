import { type Command, Option } from 'commander';

/** The options that choose the gateway and the token. */
export interface GlobalOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly token?: string;
}

/** The option that every command takes. */
export const colorOption = (): Option =>
  new Option('--no-color', 'print without colors, as with NO_COLOR').helpGroup('Global options:');

/** Adds the options of a command that talks to a gateway. */
export function addGatewayOptions(command: Command): void {
  const options = [
    new Option('--profile <name>', 'use this profile: connectory profiles'),
    new Option('--url <url>', 'URL of the gateway'),
    new Option(
      '--token <token>',
      'token; others can see it in the list of processes and the shell keeps it, so use connectory login instead',
    ),
  ];
  for (const option of options) command.addOption(option.helpGroup('Global options:'));
}
