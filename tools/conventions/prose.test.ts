import { expect, it } from 'vitest';
import { sourceFiles, textOf } from './source-files.ts';

/** Words and turns of phrase that native speakers would not write here, or that blur the glossary, and what to write instead. */
const avoided: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwhoever\b/gi, 'anyone who'],
  [/\boutside of\b/gi, 'outside'],
  [/\bbe told\b|\bis told (?:of|to|when)\b/gi, 'is notified, receives, is instructed'],
  [/\b(?:is|are) (?:then )?right (?:after|within)\b/gi, 'is current, is up to date'],
  [/\b(?:copies|lists|calls) (?:are right|answer)\b/gi, 'are correct, return'],
  [/\banswers (?:with|nobody|everybody)\b/gi, 'returns, responds'],
  [/\bgo(?:es)? on (?:as|with|there|at)\b/gi, 'continues'],
  [/\bfor good\b/gi, 'permanently'],
  [/\bwholly or\b/gi, 'in full or'],
  [/\bstart \w+ so:/gi, 'like this:'],
  [/\bfaults?\b/gi, 'error'],
];

/** What readers see: documents, the descriptions of the API and of every connector, the chart, and the pages for connecting accounts. */
const isRead = (path: string): boolean =>
  /^(?:README|SECURITY|VERSIONING|CONTRIBUTING)\.md$/.test(path) ||
  /^spec\/.*\.(?:md|json)$/.test(path) ||
  /^apps\/docs\/(?:index|(?:connectors|guide|recipes|tasks)\/[\w-]+)\.md$/.test(path) ||
  /^(?:connectors|apps|packages|tools)\/[\w-]+\/README\.md$/.test(path) ||
  /^apps\/gateway\/deploy\/helm\/values\.yaml$/.test(path) ||
  /^apps\/gateway\/src\/connect\/pages\/[\w-]+(?<!\.test)\.ts$/.test(path);

it('writes what readers see in words that a native speaker would use', () => {
  const read = sourceFiles.filter(isRead).filter((path) => !path.startsWith('spec/decisions/'));
  expect(read.length).toBeGreaterThan(100);
  const found = read.flatMap((path) =>
    avoided.flatMap(([phrase, instead]) =>
      Array.from(textOf(path).matchAll(phrase), ([words]) => `${path}: "${words}": write ${instead}`),
    ),
  );
  expect(found).toEqual([]);
});
