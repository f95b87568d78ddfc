import { invalidInput, ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** What a command is about to delete, and how heavy that is. */
export interface Confirmation {
  /** What is lost, as a sentence. */
  readonly warning: string;
  /** The name to type, for what cannot be made again; otherwise y is enough. */
  readonly typed?: string;
}

/**
 * Asks before something is deleted. Returns if the person agrees or `isAgreed` (`--yes`) is set. Throws a problem of code 4 if nobody can be
 * asked because the command does not run on a terminal.
 */
export async function confirm(
  { readLine }: Pick<Terminal, 'readLine'>,
  { warning, typed }: Confirmation,
  isAgreed: boolean,
): Promise<void> {
  if (isAgreed) return;
  if (readLine === undefined) {
    const message = `${warning} Add --yes to confirm: there is no terminal to ask on.`;
    throw invalidInput(message, [], 'confirmation_required');
  }
  const question = typed === undefined ? 'Continue? [y/N] ' : `Type "${typed}" to confirm: `;
  const reply = (await readLine(`${warning}\n${question}`)).trim();
  if (typed === undefined ? /^y(es)?$/i.test(reply) : reply === typed) return;
  throw new ProblemError({ status: 0, code: 'not_confirmed', message: 'Not confirmed. Nothing has been changed.' });
}
