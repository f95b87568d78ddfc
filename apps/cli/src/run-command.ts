import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { actionsCommand } from './commands/actions.ts';
import { backupCommand } from './commands/backup.ts';
import { completionCommand } from './commands/completion.ts';
import { connectionsCommand } from './commands/connections.ts';
import { connectorsCommand } from './commands/connectors.ts';
import { demoCommand } from './commands/demo.ts';
import { executeCommand } from './commands/execute.ts';
import { mcpCommand } from './commands/mcp.ts';
import { newCommand } from './commands/new.ts';
import { oauthAppsCommand } from './commands/oauth-apps.ts';
import { serveCommand } from './commands/serve.ts';
import { syncCommand } from './commands/sync.ts';
import { tokensCommand } from './commands/tokens.ts';
import { workspacesCommand } from './commands/workspaces.ts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { problemOf } from './gateway.ts';
import type { Terminal } from './terminal.ts';

const surroundings = `
Environment:
  CONNECTORY_URL          where the gateway listens (http://127.0.0.1:8080)
  CONNECTORY_TOKEN        token used to authenticate: a workspace token, or the admin token
  CONNECTORY_WORKSPACE    the workspace, if the token has access to several
  CONNECTORY_CREDENTIALS  credentials as a JSON object, or @file, for connections add, oauth-apps set and execute --direct
  CONNECTORY_SETTINGS     settings as a JSON object, for execute --direct

Exit codes: 0 ok, 1 other, 2 not authorised, 3 not found, 4 invalid input. A failure is a problem document (JSON) on standard error.

Try it with the demo (connectory demo, or npm start in a clone of the repository):
  . .connectory-demo/env
  connectory execute '{"workspace":"demo","name":"payments","entity":"customers","action":"list","params":{"limit":2}}'
`;

/** Runs the command with the arguments after its name. Gives the exit code. */
export async function runCommand(commandArguments: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.ok;
  const end = (ended: number) => {
    code = ended;
  };
  const program = createProgram(terminal, end);
  try {
    await program.parseAsync(commandArguments, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.validation;
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    terminal.error(`${JSON.stringify(problem, null, 2)}\n`);
    return exitCodeOf(error);
  }
}

function createProgram(terminal: Terminal, end: (code: number) => void): Command {
  const program = new Command('connectory')
    .description('Runs actions of business systems through a Connectory gateway, and manages it.')
    .version(manifest.version)
    .addHelpText('after', surroundings)
    .addCommand(executeCommand(terminal))
    .addCommand(actionsCommand(terminal))
    .addCommand(connectorsCommand(terminal))
    .addCommand(connectionsCommand(terminal))
    .addCommand(oauthAppsCommand(terminal))
    .addCommand(syncCommand(terminal, end))
    .addCommand(tokensCommand(terminal))
    .addCommand(workspacesCommand(terminal))
    .addCommand(mcpCommand(terminal))
    .addCommand(serveCommand(terminal))
    .addCommand(backupCommand(terminal))
    .addCommand(demoCommand(terminal))
    .addCommand(newCommand(terminal))
    .addCommand(completionCommand(terminal, () => program));
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
      .showHelpAfterError('Add --help to see what there is.');
  }
  return program;
}

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap((subcommand) => withSubcommands(subcommand)),
];
