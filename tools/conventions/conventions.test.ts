import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles as files, isTest, root, textOf } from './source-files.ts';

// What neither Biome nor dependency-cruiser can say.

/** Sources that may name a connector, and why. */
const namesConnectors = {
  'packages/openapi/src/': 'examples in the document of the gateway',
  'apps/cli/src/': 'examples in its help',
  'apps/gateway/src/':
    'examples in the document of the gateway, the call the demo prints, and the ids of the hosted service',
  'tools/bench/': 'its records have the size and shape of those of one vendor',
  'tools/pictures/': 'the records that the pictures show',
  'tools/generated-clients/': 'the scenario that is written in every language',
};

it('names a connector only in its own folder: engine and tools know none', () => {
  const ids = readdirSync(join(root, 'connectors'));
  const folders = Object.keys(namesConnectors);
  expect(folders.filter((folder) => !files.some((path) => path.startsWith(folder)))).toEqual([]);
  const literal = new RegExp(`(['"\`])(?:@connectory/connector-)?(?:${ids.join('|')})\\1`, 'g');
  const sources = files
    .filter((path) => /^(packages|apps|tools)\/.*\.(ts|tsx|mjs)$/.test(path) && !isTest(path))
    .filter((path) => !path.endsWith('built-in-connectors.ts'))
    .filter((path) => !folders.some((folder) => path.startsWith(folder)));
  expect(sources.length).toBeGreaterThan(500);
  const named = sources.flatMap((path) => (textOf(path).match(literal) ?? []).map((name) => `${path} names ${name}`));
  expect(named).toEqual([]);
});

it('names no file or folder in a way that fits any content', () => {
  const vague = /(^|\/)(common|helpers?|lib|misc|utils?)(\/|\.|$)/;
  expect(files.filter((path) => vague.test(path) && !path.startsWith('.changeset/'))).toEqual([]);
});

it('names no folder of a machine, such as the home of whoever wrote it', () => {
  const texts = files.filter((path) => /\.(ts|tsx|mjs|json|md|ya?ml)$/.test(path) && !path.endsWith('pnpm-lock.yaml'));
  const ofMachine = /(?<![\w.}])\/(?:Users|root|work)\/[\w-]+/;
  expect(texts.filter((path) => ofMachine.test(textOf(path)))).toEqual([]);
});

it('refers in its documents only to tests that exist', () => {
  const tests = new Set(files.filter(isTest).map((path) => path.split('/').at(-1)));
  const documents = files.filter((path) => path.endsWith('.md') && !path.startsWith('.changeset/'));
  const named = documents.flatMap((path) =>
    [...textOf(path).matchAll(/`(?:[\w./-]*\/)?([\w-]+\.test\.ts)`/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !tests.has(name))).toEqual([]);
});

it('names only npm scripts that exist in documents and messages', () => {
  const scripts = files
    .filter((path) => /(^|\/)package\.json$/.test(path))
    .flatMap((path) => Object.keys((JSON.parse(textOf(path)) as { scripts?: object }).scripts ?? {}));
  const texts = files.filter((path) => /\.(md|ts|tsx|mjs)$/.test(path) && !path.startsWith('.changeset/'));
  const named = texts.flatMap((path) =>
    [...textOf(path).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !scripts.includes(name))).toEqual([]);
});
