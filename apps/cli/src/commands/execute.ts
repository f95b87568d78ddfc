import { Command } from 'commander';
import { throughGateway } from '../execute/gateway-runner.ts';
import { type RunOptions, runAndPrint, runOptions } from '../execute/run-options.ts';
import { jsonArgumentHelp, readJsonObject } from '../json-input.ts';
import type { Terminal } from '../terminal.ts';

interface ExecuteOptions extends RunOptions {
  readonly direct?: true;
}

const help = `
The object is the body of an execute call (spec/execute.md) with the connection: "workspace" and "name", or "connector_id". connectory run
takes the same as words and options.

--direct runs the action in this process, without a gateway: "connector" names the connector; "credentials" and "settings" are those of a
connection. Use CONNECTORY_CREDENTIALS and CONNECTORY_SETTINGS instead to keep them out of the shell history.

Examples:
  connectory execute '{"workspace":"demo","name":"stripe","entity":"customers","action":"list","params":{"limit":2}}'
  connectory execute --all '{"workspace":"demo","name":"stripe","entity":"invoices","action":"list","select_fields":["id","status"]}'
  connectory execute '{"workspace":"demo","name":"stripe","entity":"customers","action":"create","params":{"name":"Ada"},"dry_run":true}'
  echo '{"workspace":"demo","name":"stripe","entity":"customers","action":"list"}' | connectory execute - --output customers.json
  CONNECTORY_CREDENTIALS='{"api_key":"sk_1"}' connectory execute --direct '{"connector":"stripe","entity":"balance","action":"get","dry_run":true}'
`;

/** `connectory execute`: runs one action from the JSON object of an execute call, through the gateway or in this process. */
export function executeCommand(terminal: Terminal): Command {
  const command = new Command('execute')
    .description('run one action from a JSON request')
    .argument('<request>', jsonArgumentHelp)
    .option('--direct', 'run it in this process, without a gateway')
    .addHelpText('after', help);
  for (const option of runOptions()) command.addOption(option);
  return command.action(async (argument: string, options: ExecuteOptions) => {
    const given = await readJsonObject(terminal, argument);
    const { runner, request } =
      options.direct === undefined ? await throughGateway(terminal, given) : await inThisProcess(terminal, given);
    try {
      await runAndPrint(terminal, runner, request, options);
    } finally {
      await runner.close();
    }
  });
}

// The runner without a gateway takes time to load.
async function inThisProcess(terminal: Terminal, given: Readonly<Record<string, unknown>>) {
  const { withoutGateway } = await import('../execute/direct-runner.ts');
  return withoutGateway(terminal, given);
}
