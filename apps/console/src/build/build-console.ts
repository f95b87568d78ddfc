import { randomUUID } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildingMarker, builtConsole, source } from './folders.ts';
import { inputsDigest } from './inputs-digest.ts';
import { viteConfiguration } from './vite-configuration.ts';

const compressions = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  // Browsers take Brotli from this machine and over TLS only.
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};
const marker = 'built-from';

/** Whether the console in the gateway's folder is made from the sources as they are now. */
export async function isCurrent(): Promise<boolean> {
  const builtFrom = await readFile(join(builtConsole, marker), 'utf8').catch(() => undefined);
  return builtFrom === inputsDigest();
}

/** Builds the console and puts it where the gateway serves it, in place of the one before. Meanwhile the gateway says so at `/`. */
export async function buildConsole(): Promise<void> {
  await writeFile(buildingMarker, '');
  try {
    await replaceConsole();
  } finally {
    await rm(buildingMarker, { force: true });
  }
}

async function replaceConsole(): Promise<void> {
  const digest = inputsDigest();
  // Imported when needed: most starts of the demo find a current console.
  const { build } = await import('vite');
  // Several builds may run at once; the last one to end stays.
  const built = join(source, 'dist', randomUUID());
  const former = `${built}-former`;
  await build(viteConfiguration(built));
  await Promise.all(globSync('assets/*.{js,css}', { cwd: built }).map((file) => storeCompressed(join(built, file))));
  await writeFile(join(built, marker), digest);
  if (existsSync(builtConsole)) await rename(builtConsole, former);
  await rename(built, builtConsole);
  await rm(former, { recursive: true, force: true });
}

// Once, as small as it gets, instead of by the gateway for each browser.
async function storeCompressed(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (const [ending, compress] of Object.entries(compressions)) await writeFile(path + ending, await compress(bytes));
}
