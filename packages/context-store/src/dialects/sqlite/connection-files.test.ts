import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionFile } from './connection-file.ts';
import { ConnectionFiles } from './connection-files.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'connection-files-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

const cacheKilobytes = ({ connection }: ConnectionFile) => -Number(connection.pragma('cache_size', { simple: true }));

describe.each([
  ['write', 65_536, 16],
  ['read', 32_768, 16],
  ['look-up', 4_096, 8],
] as const)('files that are open to %s', (use, kilobytes, most) => {
  it('share one cache between them, however many there are', () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const writer = new ConnectionFiles(directory, 'write');
    for (const id of ids) writer.open(id);
    const files = new ConnectionFiles(directory, use);
    const open = new Set<ConnectionFile>();
    for (const id of ids) {
      const file = files.open(id);
      if (file === null) throw new Error('The file is not there.');
      open.add(file);
      for (const earlier of open) if (!earlier.connection.open) open.delete(earlier);
      const sizes = Array.from(open, cacheKilobytes);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(kilobytes);
      expect(new Set(sizes).size).toBe(1);
    }
    expect(open.size).toBe(most);
    files.close();
    writer.close();
  });
});
