import { invalidInput } from './problem-error.ts';

/** Parses the whole number of an option. Throws a problem of code 4. */
export function wholeNumber(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidInput(`${option} must be a whole number.`);
}
