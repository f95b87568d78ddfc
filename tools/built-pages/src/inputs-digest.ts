import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltPages, repository } from './built-pages.ts';

/** A digest of everything an application is made from. */
export function inputsDigest({ source, inputs }: BuiltPages): string {
  const own = [`${source}/{src,public}/**/*.*`, `${source}/index.html`];
  const digest = createHash('sha256');
  const patterns = [...own, 'tools/built-pages/src/*.ts', 'pnpm-lock.yaml', ...inputs];
  for (const path of globSync(patterns, { cwd: repository }).sort()) {
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(repository, path)))
      .update('\0');
  }
  return digest.digest('hex');
}
