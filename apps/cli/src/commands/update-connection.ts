import type { ConnectionChange } from '@connectory/client';
import { Command } from 'commander';
import { readCredentials } from '../credentials.ts';
import { openConnection } from '../find-connection.ts';
import { jsonArgumentHelp, readJsonObject } from '../json-input.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface UpdateOptions extends PrintOptions {
  readonly workspace?: string;
  readonly credentials?: string;
  readonly authentication?: string;
  readonly settings?: string;
  readonly deadlineSeconds?: string;
  readonly answerBytes?: string;
  readonly check: boolean;
}

const help = `
What is not given stays unchanged. Credentials and settings are replaced as a whole. Settings that move the API to another origin require
the credentials as well: stored credentials are never sent to a new origin. As with connections add, credentials come from a file or from
standard input, and are verified with a call before they are stored.

Examples:
  connectory connections update stripe --deadline-seconds 60
  echo '{"api_key":"sk_test_2"}' | connectory connections update second --credentials - --no-check
`;

/** `connectory connections update`: changes credentials, settings or limits. */
export function updateConnectionCommand(terminal: Terminal): Command {
  return new Command('update')
    .description('replace the credentials, settings or limits of a connection')
    .argument('<connection>', 'name or ID of the connection')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .option('-c, --credentials <source>', '@file, or - for standard input')
    .option('-a, --authentication <name>', 'authentication method of the credentials')
    .option('-s, --settings <settings>', jsonArgumentHelp)
    .option('--deadline-seconds <number>', 'seconds until a call fails, 1 to 600')
    .option('--answer-bytes <number>', 'maximum size of an upstream response in bytes, 1048576 to 67108864')
    .option('--no-check', 'do not verify the credentials with a call')
    .addHelpText('after', help)
    .action(async (nameOrId: string, options: UpdateOptions) => {
      const change = await changeOf(terminal, options);
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      const updated = await connections.update(id, { ...change, check: options.check });
      print(terminal, options, updated, () => `Connection "${updated.name}" (${updated.id}) is updated.`);
    });
}

async function changeOf(
  terminal: Terminal,
  { credentials: source, authentication, settings, deadlineSeconds, answerBytes }: UpdateOptions,
): Promise<ConnectionChange> {
  if (source === '-' && settings === '-')
    throw invalidInput('Standard input holds either the credentials or the settings. Give the other one as @file.');
  const credentials = source === undefined ? undefined : await readCredentials(terminal, source);
  const limits = {
    ...(deadlineSeconds !== undefined && { deadline_seconds: wholeNumber('--deadline-seconds', deadlineSeconds) }),
    ...(answerBytes !== undefined && { answer_bytes: wholeNumber('--answer-bytes', answerBytes) }),
  };
  const change = {
    ...(credentials !== undefined && { credentials }),
    ...(authentication !== undefined && { authentication }),
    ...(settings !== undefined && { settings: await readJsonObject(terminal, settings) }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
  if (Object.keys(change).length > 0) return change;
  throw invalidInput('Nothing to change. Give --credentials, --settings, --deadline-seconds or --answer-bytes.');
}
