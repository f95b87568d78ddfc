import { randomUUID } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type BuiltPages, repository, targetFolder } from './built-pages.ts';
import { inputsDigest } from './inputs-digest.ts';
import { viteConfiguration } from './vite-configuration.ts';

const compressions = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  // Browsers take Brotli from this machine and over TLS only.
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};
const marker = 'built-from';

/** Whether the application in the gateway's folder is made from the sources as they are now. */
export async function isCurrent(pages: BuiltPages): Promise<boolean> {
  const builtFrom = await readFile(join(targetFolder(pages), marker), 'utf8').catch(() => undefined);
  return builtFrom === inputsDigest(pages);
}

/** Builds the application and puts it where the gateway serves it, in place of the one before. Meanwhile the gateway says so at its address. */
export async function buildPages(pages: BuiltPages): Promise<void> {
  const buildingMarker = `${targetFolder(pages)}-being-built`;
  await writeFile(buildingMarker, '');
  try {
    await replacePages(pages);
  } finally {
    await rm(buildingMarker, { force: true });
  }
}

async function replacePages(pages: BuiltPages): Promise<void> {
  const digest = inputsDigest(pages);
  // Imported when needed: most starts of the demo find a current application.
  const { build } = await import('vite');
  // Several builds may run at once; the last one to end stays.
  const built = join(repository, pages.source, 'dist', randomUUID());
  const former = `${built}-former`;
  const target = targetFolder(pages);
  await build(viteConfiguration(pages, built));
  await Promise.all(globSync('assets/*.{js,css}', { cwd: built }).map((file) => storeCompressed(join(built, file))));
  await writeFile(join(built, marker), digest);
  if (existsSync(target)) await rename(target, former);
  await rename(built, target);
  await rm(former, { recursive: true, force: true });
}

// Once, as small as it gets, instead of by the gateway for each browser.
async function storeCompressed(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (const [ending, compress] of Object.entries(compressions)) await writeFile(path + ending, await compress(bytes));
}
