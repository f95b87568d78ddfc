import { jsonText } from './json-text.ts';
import type { Terminal } from './terminal.ts';

/** The options of every command that prints a result. */
export interface PrintOptions {
  readonly json?: true;
}

/** Whether to print for people, as a table, rather than for programs, as JSON. */
export const isForPeople = ({ isInteractive }: Terminal, { json }: PrintOptions): boolean =>
  isInteractive && json === undefined;

/** Prints a value as JSON, or for people the result of `text`. */
export function print(terminal: Terminal, options: PrintOptions, value: unknown, text: () => string): void {
  terminal.out(`${isForPeople(terminal, options) ? text() : jsonText(value, terminal.colors.out)}\n`);
}
