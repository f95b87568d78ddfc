import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { program } from './served-gateway.ts';

/** Installs `connectory` into a folder below the given one; returns the search path that begins with that folder. */
export async function installCommand(folder: string): Promise<string> {
  const binaries = join(folder, 'bin');
  await mkdir(binaries, { recursive: true });
  const file = join(binaries, 'connectory');
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(file, 0o755);
  return [binaries, process.env.PATH].join(delimiter);
}
