import { expect, it } from 'vitest';
import { avoidedPhrases } from './glossary.ts';

it('reads the phrases of every table that has the column, and no others', () => {
  const glossary = [
    'Use `words`.',
    '| term | meaning | do not write |',
    '| ---- | ------- | ------------ |',
    '| copy | The `copy` of records. | `Mirror`, `local replica` |',
    '',
    '| name | value |',
    '| ---- | ----- |',
    '| a    | `b`   |',
    '',
    '| write | do not write |',
    '| ----- | ------------ |',
    '| is identified by | `is known by` |',
  ].join('\n');
  expect(avoidedPhrases(glossary)).toEqual([
    { phrase: 'mirror', instead: 'copy' },
    { phrase: 'local replica', instead: 'copy' },
    { phrase: 'is known by', instead: 'is identified by' },
  ]);
});

it('refuses a glossary without phrases, which would let every text pass', () => {
  expect(() => avoidedPhrases('# Glossary')).toThrow('no table');
});
