import { expect, it } from 'vitest';
import { createProject } from '../project.ts';
import { sdkDependencies } from './sdk-dependencies.ts';

it('finds every dependency of connector-sdk but the peer zod', () => {
  const manifest = { name: 'sdk', dependencies: { undici: '8' }, peerDependencies: { zod: '4', graphql: '17' } };
  const project = createProject({
    'packages/connector-sdk/package.json': JSON.stringify({ ...manifest, devDependencies: { zod: '4' } }),
    'packages/core/package.json': JSON.stringify(manifest),
  });
  expect(sdkDependencies.check(project)).toEqual([
    { path: 'packages/connector-sdk/package.json', problem: "'undici' stands in dependencies" },
    { path: 'packages/connector-sdk/package.json', problem: "'graphql' stands in peerDependencies" },
  ]);
});
