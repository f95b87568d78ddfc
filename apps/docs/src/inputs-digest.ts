import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.ts';
import { repositoryFiles } from './repository-pages.ts';

const inputs = [
  'apps/docs/.vitepress/{config.ts,theme/*}',
  'apps/docs/node_modules/vitepress/package.json',
  'apps/docs/{connectors,guide}/*.md',
  'apps/docs/pictures/*.webp',
  'apps/docs/src/*.ts',
  'apps/docs/{index.md,icon.svg}',
  'apps/gateway/package.json',
  'connectors/*/src/**/*.ts',
  'connectors/*/{README.md,package.json}',
  'packages/connector-sdk/src/*.ts',
  'packages/{openapi,sandbox}/src/**/*.ts',
  'tools/demo-examples/src/*.ts',
];

/** A digest of everything the site is made from. */
export function inputsDigest(): string {
  const hash = createHash('sha256');
  const sources = globSync(inputs, { cwd: repository }).filter((file) => !/\.test(?:-d)?\.ts$/.test(file));
  for (const file of [...sources, ...repositoryFiles()].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(repository, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
