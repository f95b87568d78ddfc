import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../src/repository.ts';
import { readBuiltPages } from '../built-pages.ts';
import { codeBlocksOf, errorOf } from '../code-blocks.ts';
import { documents } from '../documents.ts';

const blocks = documents.flatMap((document) =>
  codeBlocksOf(document, readFileSync(join(repository, document), 'utf8')),
);

it('runs or compiles every block of code, or says in its info string why not', () => {
  const errors = blocks.flatMap((block) => {
    const error = errorOf(block);
    return error === undefined ? [] : [`${block.document}:${block.line}: ${error}`];
  });
  expect(errors).toEqual([]);
  expect(blocks.length).toBeGreaterThan(150);
});

it('finds a block that is not run', () => {
  const text =
    'Text\n\n```sh\nmake\n```\n\n  ```ts (type-checked: a part of a program)\n  x\n  ```\n\n```\n```sh\n```\n\n```json\n{}\n```\n';
  const found = codeBlocksOf('spec/page.md', text);
  expect(found.map(({ line, language }) => [line, language])).toEqual([
    [3, 'sh'],
    [7, 'ts'],
  ]);
  expect(found.map(errorOf)).toEqual(['it is not run, and does not say why', undefined]);
  const block = { document: 'README.md', line: 1, language: 'sh' };
  expect(errorOf({ ...block, note: '' })).toBeUndefined();
  expect(errorOf({ ...block, note: '(not run: )' })).toBeDefined();
  const remote = '(run by apps/docs/test/every-connector/site.test.ts)';
  expect(errorOf({ ...block, note: remote })).toContain('does not take it');
  expect(errorOf({ ...block, language: 'ts', note: '' })).toBeDefined();
  expect(errorOf({ ...block, language: 'ts', note: '(not run: it could be compiled)' })).toBeDefined();
});

it('keeps what info strings say out of the pages', () => {
  const noted = blocks.filter(({ note }) => note.startsWith('('));
  expect(noted.length).toBeGreaterThan(50);
  for (const { address, html } of readBuiltPages().values())
    expect(html, address).not.toMatch(/\((?:not run: |run by |type-checked: )|&lt;!-- given/);
});
