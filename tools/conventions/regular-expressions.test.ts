import { describe, expect, it } from 'vitest';
import { slowText } from './growth.ts';
import { expressionsIn } from './source-expressions.ts';
import { isTest, sourceFiles, textOf } from './source-files.ts';

/** Sources whose expressions meet no text of a caller, a vendor or a plugin, and why. */
const unreachable = {
  'apps/docs/': 'runs when the documents are built',
  'packages/sandbox/': 'simulates vendors in tests and in the demo',
  'packages/test-support/': 'runs in tests',
  'packages/testkit/': 'runs in tests',
};

/** Sources that make expressions while they run, and why none is worse than linear. */
const making = {
  'apps/cli/src/verify/parameters.ts': 'patterns of a connector, and examples of its own',
  'apps/gateway/src/audit/managed-resource.ts': 'paths of routes: segments without a slash between slashes',
  'apps/gateway/src/execute/read-upload.ts': 'two names of the gateway after one character',
  'apps/gateway/src/http/unknown-route.ts': 'paths of routes: segments without a slash between slashes',
  'apps/gateway/src/plugins/contained/interpreter.ts': 'digits after a mark that nobody can guess',
  'connectors/google-ads/src/query-language.ts':
    'begins at the start, and no two neighboring parts fit the same character',
  'packages/connector-sdk/src/value.ts': 'a literal of a connector, which is an expression of its source',
  'packages/upstream/src/declared-route.ts': 'paths of routes: segments without a slash between slashes',
};

const sources = sourceFiles
  .filter((path) => /^(apps|connectors|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTest(path))
  .filter((path) => !Object.keys(unreachable).some((folder) => path.startsWith(folder)))
  .map((path) => ({ path, ...expressionsIn(path, textOf(path)) }));

it('takes time in proportion to the length of a text for every regular expression that runs in production', () => {
  const known = new Map<string, string>();
  for (const { path, literals } of sources) {
    for (const { source, flags, line } of literals) known.set(`/${source}/${flags}`, `${path}:${line}`);
  }
  const literals = sources.flatMap((file) => file.literals);
  expect(literals.length).toBeGreaterThan(300);
  const slow = [...new Map(literals.map((one) => [`/${one.source}/${one.flags}`, one]))].flatMap(([shown, one]) => {
    const text = slowText(one.source, one.flags);
    return text === undefined ? [] : [`${known.get(shown)}: ${shown} for ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});

it('makes a regular expression while it runs only in sources that say why it is fast', () => {
  expect(sources.filter(({ made }) => made.length > 0).map(({ path }) => path)).toEqual(Object.keys(making));
});

describe('an expression', () => {
  it.each([
    ['with a run before its end', true, /\s+$/],
    ['that begins anew at each opening character', true, /<([^>]*)>/g],
    ['with a run after a run', true, /^ *[ \n]*x/],
    ['with runs of runs', true, /^(?:a+)+$/],
    ['with a word before a run', true, /rel=[^"]*"/],
    ['with one run at the start', false, /^\s+/],
    ['with runs that do not overlap', false, /^\w+\s*=\s*\w+;/],
    ['with a run of limited length', false, /\s{1,20}$/],
  ])('%s: slow is %s', (_case, isSlow, { source, flags }) => {
    expect(slowText(source, flags) !== undefined).toBe(isSlow);
  });
});
