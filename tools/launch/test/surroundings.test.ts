import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { surroundingsOf } from '../surroundings.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('changes with a name and with a content, and is the same otherwise', () => {
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
});

it('changes with the programs of the machine, wherever they are installed', () => {
  const folders = ['one', 'two', 'node_modules'].map((name) => join(folder, name));
  for (const each of folders) mkdirSync(each);
  const digest = () => surroundingsOf(join(folder, 'nothing'), [...folders, join(folder, 'missing')].join(delimiter));
  const before = digest();
  writeFileSync(join(folder, 'node_modules/helm'), '');
  expect(digest()).toBe(before);
  writeFileSync(join(folder, 'one/helm'), '');
  const after = digest();
  expect(after).not.toBe(before);
  renameSync(join(folder, 'one/helm'), join(folder, 'two/helm'));
  expect(digest()).toBe(after);
});
