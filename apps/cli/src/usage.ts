import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** Makes a command throw instead of ending the process, and print help and usage errors through the terminal. */
export function usageOn(
  command: Command,
  terminal: Terminal,
  hint = 'Run it with --help to see its arguments and options.',
): Command {
  return command
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.usage,
      getOutHasColors: () => terminal.colors.out,
      getErrHasColors: () => terminal.colors.error,
    })
    .showHelpAfterError(hint);
}
