import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConnectionFile, ConnectionFiles } from './connection-file.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'connection-files-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

const cacheKilobytes = ({ connection }: ConnectionFile) => -Number(connection.pragma('cache_size', { simple: true }));
const noOpenFiles = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function opened(files: ConnectionFiles, id: string): ConnectionFile {
  const file = files.open(id);
  if (file === null) throw new Error('The file is not there.');
  return file;
}

describe.each([
  ['write', 49_152, 16],
  ['read', 65_536, 16],
] as const)('files that are open to %s', (use, kilobytes, max) => {
  const prepared = (count: number) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    const writer = new ConnectionFiles(directory, 'write', noOpenFiles());
    for (const id of ids) writer.open(id);
    writer.close();
    return ids;
  };

  it('share one cache between them, however many there are', () => {
    const files = new ConnectionFiles(directory, use, noOpenFiles());
    const open = new Set<ConnectionFile>();
    for (const id of prepared(20)) {
      open.add(opened(files, id));
      for (const earlier of open) if (!earlier.connection.open) open.delete(earlier);
      const sizes = Array.from(open, cacheKilobytes);
      const sum = sizes.reduce((total, size) => total + size, 0);
      expect(sum).toBeLessThanOrEqual(kilobytes);
      expect(sum).toBeGreaterThan(kilobytes / 2 - 20);
      expect(new Set(sizes).size).toBe(1);
    }
    expect(open.size).toBe(max);
    files.close();
  });

  it('share it with the files of other threads', () => {
    const openFiles = noOpenFiles();
    const files = new ConnectionFiles(directory, use, openFiles);
    const [id = ''] = prepared(1);
    const file = opened(files, id);
    expect(cacheKilobytes(file)).toBe(kilobytes);
    Atomics.store(openFiles, 0, 200);
    expect(opened(files, id)).toBe(file);
    expect(cacheKilobytes(file)).toBe(Math.floor(kilobytes / 256));
    Atomics.store(openFiles, 0, 1);
    files.open(id);
    expect(cacheKilobytes(file)).toBe(kilobytes);
    files.close();
  });
});
