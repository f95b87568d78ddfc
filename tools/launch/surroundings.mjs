import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a digest of what checks read outside the repository: the files of a folder next to it, which may not exist, and the
 * machine. Turbo hashes it like a source.
 * @param {string} folder
 * @returns {string}
 */
export function surroundingsOf(folder) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`\0${file.slice(folder.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
