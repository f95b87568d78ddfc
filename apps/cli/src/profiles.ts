import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { invalidInput, ProblemError } from './problem-error.ts';

/** A gateway and the token for it, as `connectory login` stores them. */
export interface Profile {
  readonly url: string;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The profile that is used by default. */
export const defaultProfile = 'default';

/** Path of the profiles file, in the user's configuration folder (XDG). */
export function profilesFile({ XDG_CONFIG_HOME: folder, HOME: home }: Environment): string {
  return join(folder || join(home || homedir(), '.config'), 'connectory', 'profiles.json');
}

/** Reads the stored profiles by name. Throws a problem of code 1 for a file that cannot be read. */
export function readProfiles(environment: Environment): ReadonlyMap<string, Profile> {
  const path = profilesFile(environment);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw unreadable(path, String((error as NodeJS.ErrnoException).code));
  }
  try {
    const { profiles } = JSON.parse(text) as { readonly profiles: Readonly<Record<string, Profile>> };
    return new Map(Object.entries(profiles));
  } catch {
    throw unreadable(path, 'not JSON');
  }
}

/** Stores the profiles in a file that only its owner can read. Throws a problem of code 1 if it cannot be written. */
export function writeProfiles(environment: Environment, profiles: ReadonlyMap<string, Profile>): void {
  const path = profilesFile(environment);
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(part, `${JSON.stringify({ profiles: Object.fromEntries(profiles) }, null, 2)}\n`, { mode: 0o600 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    const message = `The profiles cannot be stored in ${path} (${(error as NodeJS.ErrnoException).code}). Make the folder writable, or set XDG_CONFIG_HOME.`;
    throw new ProblemError({ status: 0, code: 'profiles_not_stored', message }, { cause: error });
  }
}

/** Checks the name of a profile. Throws a problem of code 4. */
export function profileName(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name)) return name;
  throw invalidInput('The name of a profile can have up to 64 letters, digits, dots, hyphens and underscores.');
}

const unreadable = (path: string, reason: string) =>
  new ProblemError({
    status: 0,
    code: 'profiles_unreadable',
    message: `The profiles in ${path} cannot be read (${reason}). Correct the file, or delete it and log in again.`,
  });
