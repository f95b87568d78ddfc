import { sourcesDigest } from '@connectory/built-pages';
import { repositoryFiles } from './repository-pages.ts';
import { sourceFiles } from './source-files.ts';

const inputs = [
  'apps/cli/src/run/parameter-*.ts',
  'apps/docs/.vitepress/{config.ts,theme/*}',
  'apps/docs/node_modules/vitepress/package.json',
  'apps/docs/{connectors,guide,recipes}/*.md',
  'apps/docs/pictures/*.webp',
  'apps/docs/src/*.ts',
  'apps/docs/{index.md,icon.svg}',
  'apps/gateway/package.json',
  'connectors/*/src/**/*.ts',
  'connectors/*/{README.md,package.json}',
  'packages/connector-sdk/src/*.ts',
  'packages/{openapi,sandbox}/src/**/*.ts',
  'apps/docs/src/demo-examples/*.ts',
  'tools/spec/connector-purpose.ts',
];

/** Returns a digest of all sources of the site. */
export function inputsDigest(): string {
  return sourcesDigest([...sourceFiles(inputs), ...repositoryFiles()]);
}
