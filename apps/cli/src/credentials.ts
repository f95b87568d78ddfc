import { parseJsonObject, readJsonObject } from './json-input.ts';
import { invalidInput, type ProblemError } from './problem-error.ts';
import type { Terminal } from './terminal.ts';

/** Credential values by the names of their fields. */
export type CredentialValues = Readonly<Record<string, string>>;

/**
 * Reads credentials from `@file`, from `-` for standard input, or without an argument from `CONNECTORY_CREDENTIALS` (a JSON object or
 * `@file`); undefined if there are none. Throws a problem of code 4 for anything but an object of strings, and for a plain argument, which
 * the shell history and the process list would show.
 */
export async function readCredentials(
  terminal: Terminal,
  argument: string | undefined,
): Promise<CredentialValues | undefined> {
  if (argument !== undefined && argument !== '-' && !argument.startsWith('@')) {
    const message =
      'Credentials cannot be an argument, because the shell would keep them in its history. Use @file, - for standard input, or CONNECTORY_CREDENTIALS.';
    throw invalidInput(message);
  }
  if (argument !== undefined) return credentialValues(await readJsonObject(terminal, argument));
  const variable = terminal.environment.CONNECTORY_CREDENTIALS;
  if (!variable) return undefined;
  if (variable.startsWith('@')) return credentialValues(await readJsonObject(terminal, variable));
  return credentialValues(parseJsonObject(variable, 'CONNECTORY_CREDENTIALS'));
}

/** Checks that credentials are an object of strings. Throws a problem of code 4 that does not reveal them. */
export function credentialValues(value: unknown): CredentialValues {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const wrong = Object.entries(value).find(([, member]) => typeof member !== 'string');
    if (wrong === undefined) return value as CredentialValues;
    throw invalidInput(`The credential "${wrong[0]}" must be a string.`);
  }
  throw invalidInput('Credentials must be a JSON object with a string for each field: {"api_key": "…"}.');
}

interface WayToAuthenticate {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly required: boolean }[];
}

/** The problem that lists the credentials of a connector, and the `places` to set them other than the environment. */
export function missingCredentials(
  connector: string,
  ways: readonly WayToAuthenticate[],
  places: string,
): ProblemError {
  const examples = ways.map(({ name, fields }) => {
    const required = fields.filter((field) => field.required).map((field) => [field.name, '…']);
    return `${name}: ${JSON.stringify(Object.fromEntries(required))}`;
  });
  return invalidInput(
    `The connector ${connector} needs credentials, ${examples.join(' or ')}. Give them in ${places}, or in CONNECTORY_CREDENTIALS.`,
  );
}
