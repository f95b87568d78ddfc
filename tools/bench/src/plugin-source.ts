import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Name of the package that `installBenchPlugin` installs. */
export const benchPlugin = 'connector-bench';

const source = `
import { auth, defineConnector, defineEntity, defineUpstream, page, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi({ recordsAt: 'data', paging: page.lastId({ param: 'starting_after', more: 'has_more', size: 'limit' }) });
const params = z.object({
  limit: z.int().min(1).max(100).default(10).describe('Number of records per page'),
  starting_after: z.string().optional().describe('Id of the record before the page'),
});
const record = z.looseObject({ id: z.string(), name: z.string().nullish() });
const entity = (name, more) =>
  defineEntity({
    name,
    summary: 'Customers',
    record,
    key: 'id',
    actions: {
      list: api('GET /v1/customers', { summary: 'List customers', params, ...more }),
      download: api('GET /v1/file', { summary: 'Get the file', params: z.object({}) }),
    },
  });

export const bench = defineConnector({
  id: 'bench',
  kind: 'payments',
  vendor: 'Bench',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://bench.example.com',
    documentation: 'https://bench.example.com/docs',
    version: { pinned: '1', sunset: null },
    authentication: { key: auth.bearer('api_key', 'API key') },
    failure: { message: ['message'] },
  }),
  entities: [
    entity('declared', {}),
    entity('reshaped', { toRecord: ({ metadata, ...row }) => ({ ...row, segment: metadata.segment }) }),
  ],
  check: { entity: 'declared', action: 'list', params: {} },
});
`;

/** Installs a package into the plugin folder of a data directory. Its entity `declared` passes rows on, `reshaped` runs code for each. */
export async function installBenchPlugin(dataDirectory: string): Promise<void> {
  const modules = join(dataDirectory, 'connectors/node_modules');
  const folder = join(modules, benchPlugin);
  await mkdir(folder, { recursive: true });
  const sdk = join(dirname(fileURLToPath(import.meta.resolve('@connectory/connector-sdk'))), '..');
  const needed = { '@connectory/connector-sdk': sdk, zod: join(sdk, 'node_modules/zod') };
  const peerDependencies = Object.fromEntries(Object.keys(needed).map((name) => [name, '*']));
  const manifest = { name: benchPlugin, type: 'module', exports: './index.js', peerDependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'index.js'), source);
  await mkdir(join(modules, '@connectory'), { recursive: true });
  for (const [name, target] of Object.entries(needed)) await symlink(target, join(modules, name), 'junction');
}
