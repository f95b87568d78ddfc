import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { actionsCommand } from './commands/actions.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { batchCommand } from './commands/batch.ts';
import { changesCommand } from './commands/changes.ts';
import { completionCommand } from './commands/completion.ts';
import { connectionsCommand } from './commands/connections.ts';
import { connectorsCommand } from './commands/connectors.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { executeCommand } from './commands/execute.ts';
import { exportCommand } from './commands/export.ts';
import { findCommand } from './commands/find.ts';
import { heldCommand } from './commands/held.ts';
import { loginCommand } from './commands/login.ts';
import { logoutCommand } from './commands/logout.ts';
import { mcpCommand } from './commands/mcp.ts';
import { newCommand } from './commands/new.ts';
import { oauthAppsCommand } from './commands/oauth-apps.ts';
import { membersCommand, peopleCommand, rolesCommand } from './commands/people.ts';
import { personCommand } from './commands/person.ts';
import { profilesCommand } from './commands/profiles.ts';
import { runActionCommand } from './commands/run.ts';
import { serveCommand } from './commands/serve.ts';
import { sqlCommand } from './commands/sql.ts';
import { subscriptionsCommand } from './commands/subscriptions.ts';
import { syncCommand } from './commands/sync.ts';
import { tokensCommand } from './commands/tokens.ts';
import { verifyCommand } from './commands/verify.ts';
import { whoamiCommand } from './commands/whoami.ts';
import { workspacesCommand } from './commands/workspaces.ts';
import { addGatewayOptions, colorOption } from './global-options.ts';
import type { Terminal } from './terminal.ts';
import { usageOn } from './usage.ts';

const surroundings = `
Environment:
  CONNECTORY_URL          URL of the gateway (http://127.0.0.1:8080)
  CONNECTORY_TOKEN        token used to authenticate: a workspace token, or the admin token
  CONNECTORY_PROFILE      the profile to use (default)
  CONNECTORY_WORKSPACE    the workspace, if the token has access to several
  CONNECTORY_CREDENTIALS  credentials as a JSON object, or @file, for commands that take --credentials or --direct
  CONNECTORY_SETTINGS     settings as a JSON object, for --direct

Options take precedence over environment variables, and these over the profile.

Exit codes: 0 success, 1 other errors, 2 not authorized, 3 not found, 4 invalid input. Errors are printed as text on a terminal, and as
a problem document (JSON) otherwise or with --json.

Try it with the demo (connectory demo, or npm start in a clone of the repository):
  . .connectory-demo/env
  connectory run stripe customers list --limit 2
`;

/** Creates the program with all commands. `end` is called with the exit code of a command that failed without a problem document. */
export function createProgram(terminal: Terminal, end: (code: number) => void): Command {
  const program = new Command('connectory')
    .description('Run actions of business systems through a Connectory gateway, and manage the gateway.')
    .version(manifest.version)
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .commandsGroup('Set up:')
    .addHelpText('after', surroundings);
  const groups: Readonly<Record<string, readonly Command[]>> = {
    'Run actions:': [
      runActionCommand(terminal),
      executeCommand(terminal),
      batchCommand(terminal, end),
      findCommand(terminal),
      sqlCommand(terminal),
      actionsCommand(terminal),
      connectorsCommand(terminal),
    ],
    'Log in:': [whoamiCommand(terminal)],
    'Manage a workspace:': [
      connectionsCommand(terminal, end),
      verifyCommand(terminal, end),
      syncCommand(terminal, end),
      changesCommand(terminal),
      exportCommand(terminal),
      subscriptionsCommand(terminal),
      oauthAppsCommand(terminal),
      tokensCommand(terminal),
      membersCommand(terminal),
      rolesCommand(terminal),
      heldCommand(terminal),
      workspacesCommand(terminal),
      peopleCommand(terminal),
      personCommand(terminal),
      auditCommand(terminal),
    ],
    'Serve agents:': [mcpCommand(terminal)],
    'Run a gateway:': [doctorCommand(terminal, end)],
  };
  for (const [group, commands] of Object.entries(groups)) {
    for (const command of commands) {
      program.addCommand(command.helpGroup(group));
      for (const leaf of leavesOf(command)) addGatewayOptions(leaf);
    }
  }
  const local: Readonly<Record<string, readonly Command[]>> = {
    'Log in:': [loginCommand(terminal), logoutCommand(terminal), profilesCommand(terminal)],
    'Run a gateway:': [serveCommand(terminal), backupCommand(terminal), demoCommand(terminal)],
    'Set up:': [newCommand(terminal), completionCommand(terminal, () => program)],
  };
  for (const [group, commands] of Object.entries(local))
    for (const command of commands) program.addCommand(command.helpGroup(group));
  for (const leaf of leavesOf(program)) leaf.addOption(colorOption());
  for (const command of [program, ...program.commands.flatMap((command) => [command, ...command.commands])])
    usageOn(command, terminal);
  return program;
}

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap((subcommand) => leavesOf(subcommand));
