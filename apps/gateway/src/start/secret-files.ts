import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that may be read from a file instead, whose path is in the variable with the same name and the suffix `_FILE`. */
export const secretVariables = [
  'CONNECTORY_DATABASE_URL',
  'CONNECTORY_SECRET_KEY',
  'CONNECTORY_ADMIN_TOKEN',
  'CONNECTORY_METRICS_TOKEN',
] as const;

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/**
 * Returns the environment with the contents of secret files, without the trailing line break that editors and `echo` add. Throws an `Error`
 * if a file cannot be read or is empty, and if a secret is given in both ways.
 */
export function withSecretFiles(environment: Environment): Environment {
  return {
    ...environment,
    ...Object.fromEntries(secretVariables.flatMap((name) => entriesFromFile(name, environment))),
  };
}

function entriesFromFile(name: string, environment: Environment): (readonly [string, string])[] {
  const variable = fileVariable(name);
  const path = environment[variable];
  if (!path) return [];
  if (environment[name]) throw new Error(`${name} and ${variable} are both set; unset one of them.`);
  const text = readText(variable, path).trim();
  if (text === '') throw new Error(`The file of ${variable}, ${path}, is empty.`);
  return [[name, text]];
}

function readText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`The file of ${variable}, ${path}, cannot be read (${reason}).`, { cause: error });
  }
}
