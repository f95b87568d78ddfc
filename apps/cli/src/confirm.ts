import { Option } from 'commander';
import { invalidInput } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** The option of commands that remove something: it replaces the confirmation. */
export const yesOption = (): Option => new Option('-y, --yes', 'do not ask for a confirmation');

/**
 * Asks a yes-or-no question on a terminal, before something is removed. Throws a problem of code 4 if the person declines, and without a
 * terminal unless `isConfirmed`, which is what `--yes` says.
 */
export async function confirm(
  { readLine }: Pick<Terminal, 'readLine'>,
  question: string,
  isConfirmed: boolean,
): Promise<void> {
  if (isConfirmed) return;
  if (readLine === undefined) throw invalidInput(`${question} Confirm with --yes.`, [], 'not_confirmed');
  const typed = (await readLine(`${question} [y/N] `)).trim().toLowerCase();
  if (typed !== 'y' && typed !== 'yes') throw invalidInput('Nothing was removed.', [], 'not_confirmed');
}
