import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns a digest of what checks use outside the repository: the files of a folder next to it, which may not exist, the machine, and
 * the names of the installed programs, because a test whose program is missing is skipped. Turbo hashes it like a source.
 * @param {string} folder
 * @param {string} [searchPath] the folders of programs, as in the variable PATH
 * @returns {string}
 */
export function surroundingsOf(folder, searchPath = process.env.PATH ?? '') {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`);
  hash.update(JSON.stringify(programsIn(searchPath)));
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\0${file.slice(folder.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * The names of the programs of a machine. Those of npm packages are sources already.
 * @param {string} searchPath
 */
function programsIn(searchPath) {
  const folders = searchPath
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules') && existsSync(folder));
  return [...new Set(folders.flatMap((folder) => readdirSync(folder)))].sort();
}
