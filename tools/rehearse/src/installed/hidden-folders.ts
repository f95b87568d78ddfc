import { execFileSync } from 'node:child_process';

const script = 'for folder in $HIDDEN; do mount -t tmpfs tmpfs "$folder"; done; unset HIDDEN; exec "$@"';
const ownMounts = ['unshare', '--user', '--map-root-user', '--mount'];

/** Why this machine cannot hide folders from a program; undefined if it can. */
export function whyNothingIsHidden(): string | undefined {
  const [program = '', ...programArguments] = ownMounts;
  try {
    execFileSync(program, [...programArguments, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return String(error).split('\n')[0];
  }
}

/**
 * A command line that runs a program for which these folders are empty; their paths must not contain spaces. It is the same process, and
 * ends with the program.
 */
export function withoutFolders(folders: readonly string[], program: readonly string[]): readonly string[] {
  return [...ownMounts, 'env', `HIDDEN=${folders.join(' ')}`, 'sh', '-ec', script, 'sh', ...program];
}
