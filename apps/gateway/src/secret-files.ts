import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that may stand in a file instead, whose path is in the variable of the same name with `_FILE` behind it. */
export const secretVariables = [
  'CONNECTORY_DATABASE_URL',
  'CONNECTORY_SECRET_KEY',
  'CONNECTORY_ADMIN_TOKEN',
  'CONNECTORY_METRICS_TOKEN',
] as const;

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/**
 * The environment with each secret that stands in a file, without the line end that editors and `echo` leave. Throws an `Error` when a file cannot be
 * read or is empty, and when a secret is given in both ways.
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
