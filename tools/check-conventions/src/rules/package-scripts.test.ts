import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { packageScripts } from './package-scripts.ts';

const test = 'vitest run --config ../../vitest.config.ts';

function problems(manifest: object, ...files: string[]): readonly string[] {
  const texts = Object.fromEntries(files.map((path) => [`tools/one/${path}`, '']));
  return packageScripts
    .check(createProject({ 'tools/one/package.json': JSON.stringify({ name: 'one', ...manifest }), ...texts }))
    .map(({ problem }) => problem);
}

it('wants the tasks of a package among its scripts', () => {
  const files = ['src/one.test.ts', 'test/every-connector/two.test.ts'];
  const build = 'tsdown --config ../../tsdown.config.ts';
  expect(problems({ scripts: { build, test, 'test-connectors': test, more: 'node more.ts' } }, ...files)).toEqual([]);
  expect(problems({ private: true, scripts: { 'test-connectors': 'vitest run' } }, ...files)).toEqual([
    `its script 'test' must be '${test}'`,
    `its script 'test-connectors' must be '${test}'`,
  ]);
  expect(problems({})).toEqual([`its script 'build' must be '${build}'`]);
});

it('wants a build of its own of a package that has one', () => {
  const file = 'src/build/main.ts';
  expect(problems({ private: true, scripts: { build: `node ${file}` } }, file)).toEqual([]);
  expect(problems({ private: true }, file)).toEqual([`its script 'build' must be 'node ${file}'`]);
});

it('wants none that would do nothing', () => {
  expect(problems({ private: true, scripts: { test } }, 'test/every-connector/two.test.ts')).toEqual([
    "it needs no script 'test'",
    `its script 'test-connectors' must be '${test}'`,
  ]);
});

it('wants the tests of each connector to be run by the connectors, and not by the package that holds them', () => {
  const scripts = { build: 'tsdown --config ../../tsdown.config.ts' };
  const check = (folder: string, more: object) =>
    packageScripts
      .check(
        createProject({
          [`${folder}/package.json`]: JSON.stringify({ name: 'one', scripts: { ...scripts, ...more } }),
          [`${folder}/test/each-connector/two.test.ts`]: '',
        }),
      )
      .map(({ problem }) => problem);
  expect(check('packages/one', {})).toEqual([]);
  expect(check('packages/one', { test })).toEqual(["it needs no script 'test'"]);
  expect(check('connectors/one', { 'test-in-product': 'vitest run --root ../..' })).toEqual([]);
  expect(check('connectors/one', {})).toEqual(["its script 'test-in-product' must be 'vitest run --root ../..'"]);
});
