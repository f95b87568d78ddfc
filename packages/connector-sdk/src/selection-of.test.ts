import { expect, it } from 'vitest';
import { z } from 'zod';
import { selectionOf } from './selection-of.ts';

const Issue = z.object({
  id: z.string(),
  author: z.object({ login: z.string() }).nullish(),
  labels: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
  extra: z.record(z.string(), z.unknown()),
});

it('asks for every member of the record, with objects and lists of objects nested', () => {
  expect(selectionOf(Issue).text).toBe('id author { login } labels { nodes { name } } extra');
});

it('leaves members out and passes arguments', () => {
  const { text } = selectionOf(Issue, { except: ['extra', 'author'], arguments: { labels: 'first: 20' } });
  expect(text).toBe('id labels(first: 20) { nodes { name } }');
});

it('refuses a name that is no member', () => {
  expect(() => selectionOf(Issue, { except: ['autor'] })).toThrow('selectionOf: the record has no member autor');
});
