import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './repository.ts';
import { rewriteLinks } from './repository-pages.ts';

it('leads links to pages, to what the gateway serves, and to nothing else of the repository', () => {
  const from = (text: string) => rewriteLinks(text, 'spec/execute.md');
  expect(from('[errors](errors.md#when-to-retry), [below](#result)')).toBe(
    '[errors](/reference/errors.md#when-to-retry), [below](#result)',
  );
  expect(from('[openapi.json](openapi.json)')).toBe('[openapi.json](/openapi.json){target="_self"}');
  expect(from('[the schema](search.schema.json)')).toBe('[the schema](/spec/search.schema.json)');
  expect(from('[Stripe](../connectors/stripe/README.md)')).toBe('[Stripe](/connectors/stripe/index.md)');
  expect(from('[the sandbox](../packages/sandbox)')).toBe('[the sandbox](/reference/sandbox.md)');
  expect(from('![a search](../apps/docs/pictures/search.webp)')).toBe('![a search](/pictures/search.webp)');
  expect(from('[the table](../packages/errors/src/errors.ts) and [vendor](https://example.org/a.md)')).toBe(
    'the table and [vendor](https://example.org/a.md)',
  );
});

it('leaves code alone, and refuses a link to a file there is not', () => {
  const code = '```md\n[gone](gone.md)\n```';
  expect(rewriteLinks(code, 'spec/execute.md')).toBe(code);
  expect(() => rewriteLinks('[gone](gone.md)', 'spec/execute.md')).toThrow('spec/execute.md links to gone.md');
});

it('leads from every guide and recipe to the glossary, where its terms are explained', () => {
  const texts = globSync('apps/docs/{guide,recipes}/*.md', { cwd: repository });
  expect(texts.length).toBeGreaterThan(15);
  const without = texts.filter((file) => !readFileSync(join(repository, file), 'utf8').includes('spec/glossary.md'));
  expect(without).toEqual([]);
});
