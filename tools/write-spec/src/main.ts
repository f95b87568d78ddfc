#!/usr/bin/env node
import { posix } from 'node:path';
import { specFiles, specFolder, staleSpecFiles, writeSpecFiles } from './spec-files.ts';

// `--check` only compares, for CI; otherwise the files are written.
const files = specFiles();
if (process.argv.includes('--check')) {
  const stale = staleSpecFiles(specFolder, files);
  for (const name of stale) {
    console.error(
      `${posix.join('spec', name)} differs from what the sources say. Run "npm run spec:write" and commit the result.`,
    );
  }
  if (stale.length === 0) console.log('spec/ says what the sources say.');
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  writeSpecFiles(specFolder, files);
  console.log('spec/ is written.');
}
