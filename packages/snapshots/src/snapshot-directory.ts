import { mkdir, mkdtemp, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = 'run-';

/**
 * The directory of the files of one process, in one that several processes may share. What a process that ended has left is removed once it
 * has not been touched for a while.
 */
export class SnapshotDirectory {
  readonly path: string;
  readonly #shared: string;

  private constructor(shared: string, path: string) {
    this.#shared = shared;
    this.path = path;
  }

  /** Creates it, readable by its owner only. */
  static async create(shared: string): Promise<SnapshotDirectory> {
    await mkdir(shared, { recursive: true, mode: 0o700 });
    return new SnapshotDirectory(shared, await mkdtemp(join(shared, prefix)));
  }

  /** Marks it as used, and removes those that have not been for so many milliseconds. */
  async touch(now: number, maxAge: number): Promise<void> {
    await utimes(this.path, now / 1000, now / 1000);
    for (const other of await this.#all()) {
      const touched = await stat(other).catch(() => null);
      if (touched !== null && touched.mtimeMs < now - maxAge) await rm(other, { recursive: true, force: true });
    }
  }

  /** Removes the files of a connection, whichever process made them. */
  async removeConnection(connectionId: string): Promise<void> {
    for (const directory of await this.#all()) {
      const names = await readdir(directory).catch(() => []);
      for (const name of names)
        if (name.startsWith(`${connectionId}.`)) await rm(join(directory, name), { force: true });
    }
  }

  /** Removes it, and the shared directory if no other process uses that. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
    await rmdir(this.#shared).catch(() => undefined);
  }

  async #all(): Promise<readonly string[]> {
    const names = await readdir(this.#shared);
    return names.filter((name) => name.startsWith(prefix)).map((name) => join(this.#shared, name));
  }
}
