import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface PackedManifest {
  readonly exports?: unknown;
  readonly bin?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns what is wrong in the manifests of installed packages: references to missing files, sources, version ranges that only work in a
 * workspace.
 */
export async function sourceReferences(scope: string): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const name of globSync('*/package.json', { cwd: scope })) {
    const path = join(scope, name);
    const { exports, bin, dependencies, peerDependencies } = JSON.parse(await readFile(path, 'utf8')) as PackedManifest;
    for (const file of textsIn([exports, bin])) {
      if (!file.startsWith('./dist/') || !existsSync(join(dirname(path), file))) findings.push(`${name}: ${file}`);
    }
    for (const [dependency, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
      if (/^(workspace|catalog|file|link):/.test(range)) findings.push(`${name}: ${dependency} ${range}`);
    }
  }
  return findings;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
