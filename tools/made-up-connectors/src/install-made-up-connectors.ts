import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const exported = {
  'connector-help-centre': 'helpCentre',
  'connector-hiring-desk': 'hiringDesk',
  'connector-ledger': 'ledger',
  'connector-repository-host': 'repositoryHost',
};

/**
 * Puts the made-up connectors into the plugin folder of a data directory, a package each, for gateways that run in a process of their
 * own. Gives what `CONNECTORY_CONNECTORS` has to be.
 */
export async function installMadeUpConnectors(dataDirectory: string): Promise<string> {
  const source = new URL('index.ts', import.meta.url).href;
  for (const [name, connector] of Object.entries(exported)) {
    const folder = join(dataDirectory, 'connectors/node_modules', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', exports: './index.js' }));
    await writeFile(join(folder, 'index.js'), `export { ${connector} } from ${JSON.stringify(source)};\n`);
  }
  return Object.keys(exported).join(',');
}
