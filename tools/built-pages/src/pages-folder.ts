import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuiltFolder } from './built-folder.ts';
import { type BuiltPages, targetFolder } from './built-pages.ts';
import { repository } from './repository.ts';
import { sourcesDigest } from './sources-digest.ts';
import { viteConfiguration } from './vite-configuration.ts';

const compressions = {
  '.br': (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  // Browsers accept Brotli only from localhost and over TLS.
  '.gz': (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** The folder of an application for browsers, built by Vite. */
export function pagesFolder(pages: BuiltPages): BuiltFolder {
  const { source, inputs } = pages;
  const patterns = [
    `${source}/{src,public}/**/*.*`,
    `${source}/index.html`,
    'tools/built-pages/src/*.ts',
    'pnpm-lock.yaml',
    ...inputs,
  ];
  return {
    path: targetFolder(pages),
    digest: () => sourcesDigest(globSync(patterns, { cwd: repository })),
    make: () => make(pages),
  };
}

async function make(pages: BuiltPages): Promise<string> {
  // Imported here because most starts of the demo find an up-to-date application.
  const { build } = await import('vite');
  // Several builds may run at the same time; the last one to end wins.
  const built = join(repository, pages.source, 'dist', randomUUID());
  await build(viteConfiguration(pages, built));
  await Promise.all(globSync('assets/*.{js,css}', { cwd: built }).map((file) => storeCompressed(join(built, file))));
  return built;
}

// Compressed once, as small as possible, instead of by the gateway for each browser.
async function storeCompressed(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (const [ending, compress] of Object.entries(compressions)) await writeFile(path + ending, await compress(bytes));
}
