import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const exported = {
  'connector-help-centre': 'helpCentre',
  'connector-hiring-desk': 'hiringDesk',
  'connector-ledger': 'ledger',
  'connector-repository-host': 'repositoryHost',
};

/**
 * Installs the made-up connectors into the plugin folder of a data directory, one package each, for gateways in separate processes. Returns
 * the value for `CONNECTORY_CONNECTORS`, or for `CONNECTORY_TRUSTED_CONNECTORS` for a faster start.
 */
export async function installFixtureConnectors(dataDirectory: string): Promise<string> {
  const modules = join(dataDirectory, 'connectors/node_modules');
  const own = '@connectory/test-support';
  await mkdir(join(modules, '@connectory'), { recursive: true });
  await symlink(fileURLToPath(new URL('../..', import.meta.url)), join(modules, own), 'junction').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  for (const [name, connector] of Object.entries(exported)) {
    const folder = join(modules, name);
    await mkdir(folder, { recursive: true });
    const manifest = {
      name,
      type: 'module',
      exports: { '.': './index.js', './sandbox': './sandbox.js' },
      dependencies: { [own]: '*' },
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'index.js'), `export { ${connector} } from '${own}/fixture-declarations';\n`);
    const sandbox = `export { ${connector}Sandbox as sandbox } from '${own}/fixture-sandboxes';\n`;
    await writeFile(join(folder, 'sandbox.js'), sandbox);
  }
  return Object.keys(exported).join(',');
}
