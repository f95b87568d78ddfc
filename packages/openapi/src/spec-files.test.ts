import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { specFiles, specFolder, staleSpecFiles, writeSpecFiles } from './spec-files.ts';

let folder: URL;

beforeEach(() => {
  folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'spec-'))}/`);
});

afterEach(() => rmSync(folder, { recursive: true }));

it('finds the committed files as the sources say; otherwise run "pnpm spec:write"', () => {
  expect(staleSpecFiles(specFolder)).toEqual([]);
});

it('names missing and changed files until they are written', () => {
  expect(staleSpecFiles(folder)).toEqual(['openapi.json', 'errors.md']);
  writeSpecFiles(folder);
  expect(staleSpecFiles(folder)).toEqual([]);
  writeFileSync(new URL('errors.md', folder), 'changed by hand');
  expect(staleSpecFiles(folder)).toEqual(['errors.md']);
});

it('gives the same text each time', () => {
  expect(specFiles()).toEqual(specFiles());
});
