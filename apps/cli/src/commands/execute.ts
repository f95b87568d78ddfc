import { parseVerbatim } from '@connectory/exact-json';
import { Command } from 'commander';
import { allRecords } from '../execute/all-records.ts';
import { throughGateway } from '../execute/gateway-runner.ts';
import { jsonArgumentHelp, readJsonObject } from '../json-input.ts';
import { invalidInput } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { writeWholeFile } from '../write-whole-file.ts';

interface ExecuteOptions {
  readonly all?: true;
  readonly output?: string;
  readonly idempotencyKey?: string;
  readonly direct?: true;
}

const help = `
The object is the body of an execute call (spec/execute.md) with the connection: "workspace" and "name", or "connector_id".

--direct runs the action in this process, without a gateway: "connector" names the connector; "credentials" and "settings" are those of a
connection. Use CONNECTORY_CREDENTIALS and CONNECTORY_SETTINGS instead to keep them out of the shell history.

Examples:
  connectory execute '{"workspace":"demo","name":"payments","entity":"customers","action":"list","params":{"limit":2}}'
  connectory execute --all '{"workspace":"demo","name":"payments","entity":"invoices","action":"list","select_fields":["id","status"]}'
  connectory execute '{"workspace":"demo","name":"payments","entity":"customers","action":"create","params":{"name":"Ada"},"dry_run":true}'
  echo '{"workspace":"demo","name":"payments","entity":"customers","action":"list"}' | connectory execute - --output customers.json
  CONNECTORY_CREDENTIALS='{"api_key":"sk_1"}' connectory execute --direct '{"connector":"payments","entity":"balance","action":"get","dry_run":true}'
`;

/** `connectory execute`: runs one action, through the gateway or in this process. */
export function executeCommand(terminal: Terminal): Command {
  return new Command('execute')
    .description('run one action on one entity')
    .argument('<request>', jsonArgumentHelp)
    .option('-a, --all', 'fetch all pages and print one record per line')
    .option('-o, --output <file>', 'write the response or the downloaded file to a file')
    .option('--idempotency-key <key>', 'makes it safe to retry a write with the same key for 24 hours')
    .option('--direct', 'run it in this process, without a gateway')
    .addHelpText('after', help)
    .action(async (argument: string, options: ExecuteOptions) => {
      const given = await readJsonObject(terminal, argument);
      const { runner, request } =
        options.direct === undefined ? await throughGateway(terminal, given) : await inThisProcess(terminal, given);
      try {
        if (options.all !== undefined) {
          await write(terminal, options, encoded(allRecords(runner, request)));
          return;
        }
        if (request.action === 'download' && terminal.isInteractive && options.output === undefined) {
          throw invalidInput(
            'A file would fill the terminal with bytes. Name a file with --output, or send the output to another command.',
          );
        }
        const answer = await runner.run(request, options.idempotencyKey);
        if (answer.kind === 'file') await write(terminal, options, answer.bytes);
        else if (options.output === undefined) terminal.out(`${shown(terminal, answer.text)}\n`);
        else await write(terminal, options, encoded([`${answer.text}\n`]));
      } finally {
        await runner.close();
      }
    });
}

// What runs actions without a gateway takes its time to load.
async function inThisProcess(terminal: Terminal, given: Readonly<Record<string, unknown>>) {
  const { withoutGateway } = await import('../execute/direct-runner.ts');
  return withoutGateway(terminal, given);
}

const write = (terminal: Terminal, { output }: ExecuteOptions, bytes: AsyncIterable<Uint8Array>) =>
  output === undefined ? terminal.outBytes(bytes) : writeWholeFile(output, bytes);

async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text);
}

const shown = ({ isInteractive }: Terminal, text: string) =>
  isInteractive ? JSON.stringify(parseVerbatim(text), null, 2) : text;
