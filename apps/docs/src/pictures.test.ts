import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './repository.ts';
import { picturesFolder } from './repository-pages.ts';

const largest = 120_000;
const texts = globSync(['README.md', 'apps/docs/{connectors,guide,recipes,tasks}/*.md', 'apps/docs/index.md'], {
  cwd: repository,
});
const shown = texts.flatMap((file) =>
  Array.from(
    readFileSync(join(repository, file), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]*pictures\/[^)]+)\)/g),
    ([, words = '', target = '']) => ({ file, words, picture: basename(target) }),
  ),
);
const pictures = globSync('*', { cwd: join(repository, picturesFolder) });

it('shows every picture, and none that is not there', () => {
  expect([...new Set(shown.map(({ picture }) => picture))].sort()).toEqual(pictures.toSorted());
});

it.each(shown)('says in words what $picture shows in $file', ({ words }) => {
  expect(words.split(' ').length).toBeGreaterThan(4);
});

it.each(pictures)('keeps %s small', (picture) => {
  expect(statSync(join(repository, picturesFolder, picture)).size).toBeLessThan(largest);
});
