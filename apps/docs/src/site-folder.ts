import { join } from 'node:path';
import type { BuiltFolder } from '@connectory/built-pages';
import { inputsDigest } from './inputs-digest.ts';
import { builtSite, repository } from './repository.ts';

/** The folder of the site, which the gateway serves at `/docs`. */
export const siteFolder: BuiltFolder = { path: builtSite, digest: inputsDigest, make };

async function make(): Promise<string> {
  const source = join(repository, 'apps/docs');
  // Imported here because most starts of the demo find a current site and need neither.
  const [{ build }, { writePages }] = await Promise.all([import('vitepress'), import('./write-pages.ts')]);
  await writePages();
  await build(source);
  return join(source, 'dist/site');
}
