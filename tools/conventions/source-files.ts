import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 24,
});

/** The files of the repository that exist, apart from ignored ones. */
export const sourceFiles = tracked.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Whether a file belongs to tests. */
export const isTest = (path: string): boolean => /\.test(-d)?\.ts$|\/test\//.test(path);
