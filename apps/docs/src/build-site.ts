import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputsDigest } from './inputs-digest.ts';
import { buildingMarker, builtSite, repository } from './repository.ts';

const source = join(repository, 'apps/docs');
const marker = 'built-from';

/** Whether the site in the gateway's folder is made from the sources as they are now. */
export async function isCurrent(): Promise<boolean> {
  const builtFrom = await readFile(join(builtSite, marker), 'utf8').catch(() => undefined);
  return builtFrom === inputsDigest();
}

/** Builds the site and puts it where the gateway serves it, in place of the one before. Meanwhile the gateway says so at `/docs`. */
export async function buildSite(): Promise<void> {
  await writeFile(buildingMarker, '');
  try {
    await replaceSite();
  } finally {
    await rm(buildingMarker, { force: true });
  }
}

async function replaceSite(): Promise<void> {
  const digest = inputsDigest();
  // Imported when needed: most starts of the demo find a current site and need neither.
  const [{ build }, { writePages }] = await Promise.all([import('vitepress'), import('./write-pages.ts')]);
  await writePages();
  await build(source);
  const built = join(source, 'dist/site');
  const former = join(source, 'dist/former-site');
  await writeFile(join(built, marker), digest);
  await rm(former, { recursive: true, force: true });
  if (existsSync(builtSite)) await rename(builtSite, former);
  await rename(built, builtSite);
  await rm(former, { recursive: true, force: true });
}
