import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './folders.ts';

const inputs = [
  'apps/console/{src,public}/**/*.*',
  'apps/console/index.html',
  'packages/client/src/*.ts',
  'pnpm-lock.yaml',
];

/** A digest of everything the console is made from. */
export function inputsDigest(): string {
  const digest = createHash('sha256');
  for (const path of globSync(inputs, { cwd: repository }).sort()) {
    digest
      .update(path)
      .update('\0')
      .update(readFileSync(join(repository, path)))
      .update('\0');
  }
  return digest.digest('hex');
}
