import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';

interface Manifest {
  private?: boolean;
  exports?: Record<string, string>;
  bin?: Record<string, string>;
  publishConfig?: { exports?: Record<string, { default: string }>; bin?: Record<string, string> };
}

/** The entries of a package as output name → source file: `exports` and `bin` say the source, `publishConfig` the output. */
function entriesOf({ exports = {}, bin = {}, publishConfig = {} }: Manifest): Record<string, string> {
  const outputs = [
    ...Object.entries(publishConfig.exports ?? {}).map(([name, output]) => [output.default, exports[name]]),
    ...Object.entries(publishConfig.bin ?? {}).map(([name, output]) => [output, bin[name]]),
  ];
  return Object.fromEntries(outputs.map(([output, source]) => [output?.replace(/^\.\/dist\/|\.js$/g, ''), source]));
}

const root = import.meta.dirname;
/** The folder of the package whose `build` script this is; empty for a build of all. */
const only = relative(root, process.cwd());

// Each package that is published is built, packed, and checked as its users will get it.
const folders = only === '' ? globSync('{packages,connectors,apps,tools}/*', { cwd: root }) : [only];
const packages = folders.flatMap((folder): UserConfig[] => {
  const path = join(root, folder, 'package.json');
  if (!existsSync(path)) return [];
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.private === true) return [];
  return [
    {
      cwd: join(root, folder),
      name: folder,
      entry: entriesOf(manifest),
      platform: 'node',
      fixedExtension: false,
      dts: true,
      publint: true,
      // A package of commands only has no types to look at.
      attw: manifest.exports !== undefined && { profile: 'esm-only', level: 'error' },
      failOnWarn: true,
      checks: { pluginTimings: false },
    },
  ];
});

export default defineConfig(packages);
