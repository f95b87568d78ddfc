import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { specFiles, specFolder, staleSpecFiles } from '../documents.ts';

it('finds every generated file of spec/ up to date; otherwise run "npm run spec:write"', () => {
  expect(staleSpecFiles(specFolder, specFiles())).toEqual([]);
});

it('finds a changeset for everything that changed since the last release', () => {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  expect(() => execFileSync(process.execPath, [main, 'check'], { stdio: 'pipe' })).not.toThrow();
});
