import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const linked = {
  '@connectory/connector-sdk': join(root, 'packages/connector-sdk'),
  zod: join(root, 'packages/testkit/node_modules/zod'),
};

/** Installs packages of one file each into the plugin folder of a data directory, as `npm install --prefix` would. */
export async function installPackages(dataDirectory: string, sources: Readonly<Record<string, string>>): Promise<void> {
  const modules = join(dataDirectory, 'connectors/node_modules');
  for (const [name, source] of Object.entries(sources)) {
    const folder = join(modules, name);
    await mkdir(folder, { recursive: true });
    const peerDependencies = Object.fromEntries(Object.keys(linked).map((needed) => [needed, '*']));
    const exported = { '.': { default: './index.js' } };
    const manifest = { name, version: '1.0.0', type: 'module', exports: exported, peerDependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'index.js'), source);
  }
  for (const [name, target] of Object.entries(linked)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(target, join(modules, name), 'junction').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Returns the source of a package's connector: one entity `readings`, whose actions have the options given as source text. */
export function connectorSource(
  id: string,
  options: { readonly list?: string; readonly get?: string; readonly create?: string; readonly more?: string } = {},
): string {
  return `
import { auth, defineConnector, defineEntity, defineUpstream, page, refuseParam, restApi } from '@connectory/connector-sdk';
import { z } from 'zod';

const api = restApi({ recordsAt: 'data', paging: page.cursor({ param: 'cursor', next: 'next' }) });
const byId = z.object({ id: z.string().describe('Id') });
const readings = defineEntity({
  name: 'readings',
  summary: 'Readings of thermometers',
  record: z.object({ id: z.string(), degrees: z.number() }),
  key: 'id',
  actions: {
    list: api('GET /readings', {
      summary: 'List readings',
      params: z.object({ cursor: z.string().optional().describe('Cursor') }),
      ${options.list ?? ''}
    }),
    get: api('GET /readings/{id}', { summary: 'Get a reading', params: byId, ${options.get ?? ''} }),
    create: api('POST /readings', {
      summary: 'Add a reading',
      params: z.object({ degrees: z.number().describe('Degrees') }),
      ${options.create ?? ''}
    }),
  },
  search: { fields: ['id', 'degrees'] },
  sync: { via: 'list' },
});

export const connector = defineConnector({
  id: '${id}',
  kind: 'weather',
  vendor: 'Weather',
  version: '1.0.0',
  upstream: defineUpstream({
    baseUrl: 'https://weather.example.com',
    documentation: 'https://weather.example.com/docs',
    version: { pinned: '1', sunset: null },
    authentication: { key: auth.header('x-api-key', 'api_key', 'API key') },
    failure: { message: ['message'] },
  }),
  entities: [readings],
  check: { entity: 'readings', action: 'list', params: {} },
});
${options.more ?? ''}
`;
}
