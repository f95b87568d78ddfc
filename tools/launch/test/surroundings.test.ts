import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { surroundingsOf } from '../surroundings.mjs';

it('changes with a name and with a content, and is the same otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
  try {
    const seen = [surroundingsOf(join(folder, 'nothing')), surroundingsOf(folder)];
    expect(seen[0]).toBe(seen[1]);
    mkdirSync(join(folder, 'vendor'));
    writeFileSync(join(folder, 'vendor/api.json'), '{}');
    seen.push(surroundingsOf(folder));
    writeFileSync(join(folder, 'vendor/api.json'), '[]');
    seen.push(surroundingsOf(folder));
    renameSync(join(folder, 'vendor/api.json'), join(folder, 'vendor/other.json'));
    seen.push(surroundingsOf(folder));
    expect(new Set(seen).size).toBe(4);
    expect(surroundingsOf(folder)).toBe(seen.at(-1));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
