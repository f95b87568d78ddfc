import { jsonText } from './json-text.ts';
import type { Terminal } from './terminal.ts';

/** What every command that prints something takes. */
export interface PrintOptions {
  readonly json?: true;
}

/** Whether people read the output, as a table, and no program, as JSON. */
export const isForPeople = ({ isInteractive }: Terminal, { json }: PrintOptions): boolean =>
  isInteractive && json === undefined;

/** Prints a value as JSON, or for people what `text` makes of it. */
export function print(terminal: Terminal, options: PrintOptions, value: unknown, text: () => string): void {
  terminal.out(`${isForPeople(terminal, options) ? text() : jsonText(value, terminal.colors.out)}\n`);
}
