import { type Command, CommanderError } from 'commander';
import { exitCodeOf, exitCodes } from './exit-code.ts';
import { problemOf } from './gateway.ts';
import type { GlobalOptions } from './global-options.ts';
import { invalidInput, type Problem } from './problem-error.ts';
import { problemText, usageText } from './problem-text.ts';
import { createProgram } from './program.ts';
import type { Surroundings, Terminal } from './terminal.ts';

/** Runs the command with the arguments after its name. Returns the exit code. */
export async function runCommand(commandArguments: readonly string[], given: Surroundings): Promise<number> {
  const options: GlobalOptions = {};
  const colors = commandArguments.includes('--no-color') ? { out: false, error: false } : given.colors;
  const isForPeople = given.isErrorInteractive && !commandArguments.includes('--json');
  const usage: string[] = [];
  const terminal: Terminal = { ...given, options, colors, usage: (text) => usage.push(text) };
  const printProblem = (problem: Problem) =>
    terminal.error(`${isForPeople ? problemText(problem, colors.error) : JSON.stringify(problem, null, 2)}\n`);
  let code: number = exitCodes.ok;
  const program = createProgram(terminal, (ended) => {
    code = ended;
  });
  program.hook('preAction', (_program: Command, command: Command) => {
    const { profile, url, token } = command.opts<GlobalOptions>();
    Object.assign(options, { profile, url, token });
  });
  try {
    await program.parseAsync(commandArguments, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Help for an incomplete command is not an error message.
      if (error.code === 'commander.help') terminal.error(usage.join(''));
      else if (isForPeople) terminal.error(`${usageText(usage.join(''), colors.error)}\n`);
      else printProblem(usageProblem(usage.join('')));
      return exitCodes.validation;
    }
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    printProblem(problem);
    return exitCodeOf(error);
  }
}

const usageProblem = (text: string) =>
  invalidInput(
    text
      .trim()
      .replace(/^error: /, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
  ).problem;
