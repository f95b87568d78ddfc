import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { program } from './served-gateway.ts';

/** Installs `connectory` into a folder below the given one; returns the search path that begins with that folder. */
export async function installCommand(folder: string): Promise<string> {
  const binaries = join(folder, 'bin');
  await mkdir(binaries, { recursive: true });
  const file = join(binaries, 'connectory');
  // Compiled code is cached for all starts of a test run.
  const cache = process.env.NODE_COMPILE_CACHE ?? '';
  await writeFile(file, `#!/bin/sh\nNODE_COMPILE_CACHE="${cache}" exec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(file, 0o755);
  return [binaries, process.env.PATH].join(delimiter);
}
