import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ConnectionFile } from './connection-file.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const mostOpen = 16;
/** What all open files of a process keep in memory together. */
const cacheKilobytes = { read: 65_536, write: 49_152 };

/** Gives a connection id back. Throws a `TypeError` unless it is a UUID in lower case, so that it is safe in a path. */
export function checkedConnectionId(connectionId: string): string {
  if (!uuid.test(connectionId)) throw new TypeError('A connection id must be a UUID in lower case.');
  return connectionId;
}

/** The files of a directory, one per connection; those that were used last stay open. */
export class ConnectionFiles {
  readonly #directory: string;
  readonly #access: 'read' | 'write';
  readonly #openFiles: Int32Array;
  readonly #open = new LRUCache<string, ConnectionFile>({ max: mostOpen, dispose: (file) => file.close() });
  /** Kilobytes of cache of each open file. */
  #share = 0;

  /** `openFiles` is that of the settings of the thread. */
  constructor(directory: string, access: 'read' | 'write', openFiles: Int32Array) {
    this.#directory = directory;
    this.#access = access;
    this.#openFiles = openFiles;
  }

  /** The file of a connection. One that is absent is created, readable by its owner only; for reading it is null then. */
  open(connectionId: string): ConnectionFile | null {
    const known = this.#open.get(connectionId);
    const path = known?.path ?? this.#path(connectionId);
    const inode = inodeOf(path);
    if (known !== undefined && known.inode === inode) {
      this.#shareCache();
      return known;
    }
    // Another process dropped the connection meanwhile.
    this.#open.delete(connectionId);
    if (inode === null && this.#access === 'read') return null;
    if (inode === null) this.#create(path);
    const file = new ConnectionFile(path, inode ?? inodeOf(path) ?? 0, this.#access);
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

  // Shares are halved and doubled, so that one more file seldom changes all of them.
  #shareCache(added?: ConnectionFile): void {
    const open = Math.max(1, this.#open.size, Atomics.load(this.#openFiles, 0));
    const share = Math.floor(cacheKilobytes[this.#access] / 2 ** Math.ceil(Math.log2(open)));
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
