import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { connectorLayout } from './connector-layout.ts';

const complete = {
  'package.json': '{"name": "stripe"}',
  'tsconfig.json': '{}',
  'README.md': '',
  'src/index.ts': '',
  'src/adapter.ts': '',
  'src/entities/customers.ts': '',
  'test/stripe.test.ts': '',
};
const connector = (files: Readonly<Record<string, string>>) =>
  createProject(Object.fromEntries(Object.entries(files).map(([path, text]) => [`connectors/stripe/${path}`, text])));

it('accepts a complete connector', () => {
  expect(connectorLayout.check(connector(complete))).toEqual([]);
});

it('finds what a connector lacks', () => {
  expect(connectorLayout.check(connector({ 'package.json': complete['package.json'] }))).toEqual([
    { path: 'connectors/stripe/README.md', problem: 'it is missing' },
    { path: 'connectors/stripe/src/index.ts', problem: 'it is missing' },
    { path: 'connectors/stripe/src/adapter.ts', problem: 'it is missing' },
    { path: 'connectors/stripe/src/entities', problem: 'no entity stands there' },
  ]);
});

it('finds what a connector should not bring', () => {
  expect(connectorLayout.check(connector({ ...complete, 'vitest.config.ts': '', 'scripts/build.ts': '' }))).toEqual([
    { path: 'connectors/stripe/vitest.config.ts', problem: 'a connector has no such file' },
    { path: 'connectors/stripe/scripts/build.ts', problem: 'a connector has no such file' },
  ]);
});
