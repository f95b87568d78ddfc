import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A shell in which completion is tested. */
export type ShellName = 'bash' | 'zsh' | 'fish';

/** How to start a shell. */
export interface RealShell {
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Commands that a zsh needs first: where its modules and functions are. */
  readonly preamble: string;
}

const cache = fileURLToPath(new URL('../../../node_modules/.cache/shells', import.meta.url));

const packages: Readonly<Record<ShellName, readonly string[]>> = {
  bash: ['bash'],
  zsh: ['zsh', 'zsh-common'],
  fish: ['fish', 'fish-common', 'libpcre2-32-0'],
};

/**
 * Returns a shell from the PATH, or from Debian's packages, which are unpacked into a cache folder and not installed; or the reason why
 * there is none. Throws that reason if `CI` is set: no test may be skipped there.
 */
export function realShell(name: ShellName): RealShell | string {
  if (spawnSync(name, ['-c', 'true']).status === 0) return { command: name, environment: {}, preamble: '' };
  const folder = join(cache, name);
  const reason = existsSync(folder) ? null : unpack(name, folder);
  if (reason === null) return unpackedShell(name, folder);
  if (process.env.CI) throw new Error(`${name} is not installed, and ${reason}`);
  return `${name} is not installed, and ${reason}`;
}

function unpackedShell(name: ShellName, folder: string): RealShell {
  const libraries = globSync('{usr/,}lib/*-linux-gnu*', { cwd: folder }).map((path) => join(folder, path));
  const shared = (pattern: string) => globSync(pattern, { cwd: folder }).map((path) => join(folder, path));
  const isZsh = name === 'zsh';
  return {
    command: join(folder, existsSync(join(folder, 'usr/bin', name)) ? 'usr/bin' : 'bin', name),
    environment: { LD_LIBRARY_PATH: libraries.join(':') },
    preamble: isZsh
      ? `module_path=(${shared('usr/lib/*/zsh/*').join(' ')}); fpath=(${shared('usr/share/zsh/functions/**/').join(' ')}); `
      : '',
  };
}

/** Returns the reason if Debian's packages are not available. */
function unpack(name: ShellName, folder: string): string | null {
  const incomplete = `${folder}.${randomUUID()}`;
  mkdirSync(incomplete, { recursive: true });
  try {
    if (!download(incomplete, packages[name])) return `apt-get could not download ${packages[name].join(', ')}`;
    for (const file of readdirSync(incomplete).filter((entry) => entry.endsWith('.deb')))
      execFileSync('dpkg-deb', ['--extract', join(incomplete, file), incomplete]);
    // Fish looks for its files next to itself if it finds them all there.
    if (name === 'fish') symlinkSync('../etc', join(incomplete, 'usr/etc'));
    if (!existsSync(folder)) renameSync(incomplete, folder);
    return null;
  } finally {
    rmSync(incomplete, { recursive: true, force: true });
  }
}

function download(folder: string, names: readonly string[]): boolean {
  const run = (...words: string[]) => spawnSync('apt-get', ['--quiet', ...words], { cwd: folder }).status === 0;
  if (run('download', ...names)) return true;
  // The machine may have no package lists: these are for this download only.
  for (const path of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, path), { recursive: true });
  const options = ['-o', `Dir::State::Lists=${folder}/lists`, '-o', `Dir::Cache=${folder}/cache`];
  return run(...options, 'update') && run(...options, 'download', ...names);
}
