import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../src/repository.ts';

const found = (...patterns: readonly string[]) => globSync([...patterns], { cwd: repository }).toSorted();
const textOf = (document: string) => readFileSync(join(repository, document), 'utf8');
const isWriting = (document: string) => /"action":"create"/.test(textOf(document));

/**
 * The documents whose commands `examples.test.ts` runs, as paths in the repository. The guides come last, first those that only read, then
 * those that write, then the recipes; documents of connectors only show what they would write.
 */
export const runDocuments: readonly string[] = [
  'README.md',
  'apps/cli/README.md',
  'apps/docs/index.md',
  ...found('connectors/*/README.md'),
  ...found('apps/docs/{guide,tasks}/*.md').sort((one, other) => Number(isWriting(one)) - Number(isWriting(other))),
  ...found('apps/docs/recipes/*.md'),
];

/** Every document with code that people copy. */
export const documents: readonly string[] = found(
  '*.md',
  'spec/**/*.md',
  'apps/docs/{connectors,guide,recipes,tasks}/*.md',
  'apps/docs/index.md',
  '{apps,connectors,packages,tools}/*/README.md',
);
