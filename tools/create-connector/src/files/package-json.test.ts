import { expect, it } from 'vitest';
import { connectorNames } from '../names.ts';
import { publishedSources } from '../package-sources.ts';
import { packageJson } from './package-json.ts';

const names = connectorNames('acme', 'Acme', '@acme/connector');

it('makes the SDK a peer once it is on the registry, with the versions this package was released with', async () => {
  const sources = await publishedSources();
  expect(Object.keys(sources.tools)).toEqual(['node', 'tsdown', 'typescript', 'vitest', 'zod']);
  const manifest = JSON.parse(packageJson(names, sources));
  expect(Object.keys(manifest.peerDependencies)).toEqual(['@connectory/connector-sdk', 'zod']);
  expect(Object.keys(manifest.devDependencies)).toEqual(
    expect.arrayContaining(['@connectory/testkit', 'node', 'vitest']),
  );
});

it('builds the SDK in as long as it is not', () => {
  const connectory = {
    '@connectory/connector-sdk': 'file:connectory/sdk.tgz',
    '@connectory/testkit': 'file:connectory/testkit.tgz',
  };
  const manifest = JSON.parse(packageJson(names, { connectory, tools: { zod: '4.6.7' }, isPublished: false }));
  expect(manifest.peerDependencies).toEqual({ zod: '^4.2.0' });
  expect(manifest.devDependencies).toEqual({ ...connectory, zod: '4.6.7' });
});
