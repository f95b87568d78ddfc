import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ConnectionFile, type FileUse } from './connection-file.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Number of files a thread keeps open; each needs memory for its schema and cache. */
const maxOpen = 16;
/** Total cache of all open files of a process. */
const cacheKilobytes: Readonly<Record<FileUse, number>> = { read: 65_536, write: 49_152 };

/** Returns a connection ID. Throws a `TypeError` unless it is a lower-case UUID, which is safe in a path. */
export function checkedConnectionId(connectionId: string): string {
  if (!uuid.test(connectionId)) throw new TypeError('A connection id must be a UUID in lower case.');
  return connectionId;
}

/** The files of a directory, one per connection. The most recently used ones stay open. */
export class ConnectionFiles {
  readonly #directory: string;
  readonly #use: FileUse;
  readonly #openFiles: Int32Array | undefined;
  readonly #open: LRUCache<string, ConnectionFile>;
  /** Kilobytes of cache of each open file. */
  #share = 0;

  /** `openFiles` comes from `ThreadSettings`; if omitted, no other thread shares the cache. */
  constructor(directory: string, use: FileUse, openFiles?: Int32Array) {
    this.#directory = directory;
    this.#use = use;
    this.#openFiles = openFiles;
    this.#open = new LRUCache({ max: maxOpen, dispose: (file) => file.close() });
  }

  /**
   * Opens the file of a connection. A missing file is created, readable by its owner only, if files are opened for writing; otherwise the
   * result is null.
   */
  open(connectionId: string): ConnectionFile | null {
    const path = this.#path(connectionId);
    const inode = inodeOf(path);
    const known = this.#open.get(connectionId);
    if (known !== undefined && known.inode === inode) {
      this.#shareCache();
      return known;
    }
    // Another process has deleted the file.
    this.#open.delete(connectionId);
    if (inode === null && this.#use !== 'write') return null;
    if (inode === null) this.#create(path);
    const file = new ConnectionFile(path, inode ?? inodeOf(path) ?? 0, this.#use);
    this.#open.set(connectionId, file);
    this.#shareCache(file);
    return file;
  }

  /** Deletes the file of a connection. */
  delete(connectionId: string): void {
    const path = this.#path(connectionId);
    this.#open.delete(connectionId);
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }

  close(): void {
    this.#open.clear();
  }

  // The total is divided by a power of two, so that one more file rarely changes the share of all files.
  #shareCache(added?: ConnectionFile): void {
    const ofThreads = this.#openFiles === undefined ? 0 : Atomics.load(this.#openFiles, 0);
    const open = Math.max(1, this.#open.size, ofThreads);
    const share = Math.floor(cacheKilobytes[this.#use] / 2 ** Math.ceil(Math.log2(open)));
    if (share !== this.#share) for (const file of this.#open.values()) file.limitCache(share);
    else added?.limitCache(share);
    this.#share = share;
  }

  #path(connectionId: string): string {
    return join(this.#directory, `${checkedConnectionId(connectionId)}.sqlite`);
  }

  #create(path: string): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
