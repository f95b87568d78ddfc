import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';

/** A published package of the repository. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** From the root of the repository. */
  readonly folder: string;
}

/** The root folder of this repository. */
export const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** Returns the published packages of a repository, by name. */
export function publishedPackages(root: string): readonly PublishedPackage[] {
  return globSync('{packages,connectors,apps,tools}/*/package.json', { cwd: root })
    .map((path) => ({ folder: path.replace(/\/package\.json$/, ''), manifest: readManifest(join(root, path)) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest: { name, version } }) => ({ name, version, folder }))
    .sort((left, right) => left.name.localeCompare(right.name));
}

/** Runs the exact pnpm version of a repository in it, like its other commands. */
export function runPnpm(
  pnpmArguments: readonly string[],
  root: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { packageManager } = readManifest(join(root, 'package.json'));
  return runProgram(['npx', '--yes', packageManager ?? 'pnpm', ...pnpmArguments], { folder: root, environment });
}

/** Packs every published package, which must have been built, into a folder. Returns the paths of the tarballs. */
export async function packAll(root: string, into: string): Promise<readonly string[]> {
  const packages = publishedPackages(root);
  const filters = packages.flatMap(({ name }) => ['--filter', name]);
  await runPnpm([...filters, 'pack', '--out', join(into, '%s.tgz')], root);
  const tarballs = globSync('*.tgz', { cwd: into }).map((name) => join(into, name));
  if (tarballs.length !== packages.length)
    throw new Error(`${packages.length} packages are published, and ${tarballs.length} were packed.`);
  return tarballs;
}

/** Packs a published package and its dependencies in the repository, as the Dockerfile does. Returns the paths of the tarballs. */
export async function packClosure(name: string, root: string, into: string): Promise<readonly string[]> {
  await runPnpm(['--filter-prod', `${name}...`, 'pack', '--out', join(into, '%s.tgz')], root);
  return globSync('*.tgz', { cwd: into }).map((file) => join(into, file));
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly packageManager?: string;
}

const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
