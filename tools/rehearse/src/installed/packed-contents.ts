import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface PackedManifest {
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly description?: string;
}

const needed = ['package.json', 'README.md', 'LICENSE'];
const allowed =
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|(?:dist|site|deploy|built-console|built-reference)\/.+)$/;
const leftOver =
  /\.(?:test|spec)\.|(?:^|\/)(?:test|fixtures|node_modules|\.[^/]*)\/|\.tsbuildinfo$|(?<!\.d)\.[cm]?tsx?$/;

/**
 * Returns what is wrong with the files of installed packages: missing files, files without use for users, paths of the machine that packed
 * them.
 */
export async function packedContents(scope: string, machinePaths: readonly string[]): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const path of globSync('*/package.json', { cwd: scope })) {
    const name = path.replace('/package.json', '');
    const files = globSync('**/*', { cwd: join(scope, name), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(scope, name).length + 1))
      .filter((file) => !file.startsWith('node_modules/'));
    const { license, engines, description } = JSON.parse(await readFile(join(scope, path), 'utf8')) as PackedManifest;
    for (const [field, value] of Object.entries({ license, description, 'engines.node': engines?.node }))
      if (value === undefined) findings.push(`${name}: its manifest has no ${field}`);
    for (const file of needed) if (!files.includes(file)) findings.push(`${name}: it has no ${file}`);
    for (const file of files) {
      if (!allowed.test(file) || leftOver.test(file)) findings.push(`${name}: ${file} is of no use to its users`);
      const content = await readFile(join(scope, name, file));
      const found = machinePaths.find((machinePath) => content.includes(machinePath));
      if (found !== undefined) findings.push(`${name}: ${file} names ${found}`);
    }
  }
  return findings;
}
