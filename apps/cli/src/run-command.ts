import { Command, CommanderError } from 'commander';
import { syncCommand } from './commands/sync.ts';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** Runs the command with the arguments after its name. Gives the exit code. */
export async function runCommand(commandArguments: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.ok;
  const program = new Command('connectory')
    .description('Runs and watches a Connectory gateway. CONNECTORY_URL says where it is, CONNECTORY_TOKEN who asks.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
    .showHelpAfterError()
    .addCommand(
      inheriting(
        syncCommand(terminal, (ended) => {
          code = ended;
        }),
      ),
    );
  function inheriting(command: Command): Command {
    for (const one of [command, ...command.commands]) {
      one.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.error }).showHelpAfterError();
    }
    return command;
  }
  try {
    await program.parseAsync(commandArguments, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.validation;
    if (!(error instanceof ProblemError)) throw error;
    terminal.error(`${JSON.stringify(error.problem, null, 2)}\n`);
    return exitCodeOf(error);
  }
}
