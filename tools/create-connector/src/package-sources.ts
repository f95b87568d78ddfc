import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { CreateConnectorError } from './create-connector-error.ts';

/** Where the packages of a new connector come from: versions by name, as in its package.json. */
export interface PackageSources {
  /** Versions of Connectory's own packages. */
  readonly connectory: Readonly<Record<string, string>>;
  /** Versions of the packages a connector is built and tested with. */
  readonly tools: Readonly<Record<string, string>>;
  /** Whether the packages of `connectory` are on the registry; otherwise they are in the connector's folder. */
  readonly isPublished: boolean;
}

const toolNames = ['node', 'tsdown', 'typescript', 'vitest', 'zod'] as const;
const here = dirname(fileURLToPath(import.meta.url));
const tarballFolder = 'connectory';
const maxOutput = 64 * 1024 * 1024;

/**
 * Decides where the packages come from. In a clone of Connectory, they are built, packed and copied into the folder of the connector; the
 * published command uses the versions it was released with. Throws `CreateConnectorError` if packing fails.
 */
export async function packageSources(directory: string, report: (line: string) => void): Promise<PackageSources> {
  const clone = cloneAround(here);
  if (clone === undefined) return publishedSources();
  const { catalog } = parse(await readFile(join(clone, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>;
  };
  return {
    connectory: await packed(clone, directory, report),
    tools: Object.fromEntries(toolNames.map((name) => [name, catalog[name] ?? 'latest'])),
    isPublished: false,
  };
}

/** Returns the root of the clone of Connectory that contains a folder; undefined outside a clone. */
export function cloneAround(folder: string): string | undefined {
  if (existsSync(join(folder, 'pnpm-workspace.yaml')) && existsSync(join(folder, 'packages/testkit'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : cloneAround(above);
}

/**
 * The sources for a command installed from the registry: the versions in its own package.json, which the release wrote there. Throws
 * `CreateConnectorError` for a missing one.
 */
export async function publishedSources(manifest = join(here, '../package.json')): Promise<PackageSources> {
  const { devDependencies: versions = {} } = JSON.parse(await readFile(manifest, 'utf8')) as {
    devDependencies?: Readonly<Record<string, string>>;
  };
  const pick = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const version = versions[name];
        if (version === undefined) throw new CreateConnectorError(`${manifest} has no version of ${name}.`);
        return [name, version];
      }),
    );
  return {
    connectory: pick(['@connectory/connector-sdk', '@connectory/testkit']),
    tools: pick(toolNames),
    isPublished: true,
  };
}

async function packed(clone: string, directory: string, report: (line: string) => void) {
  report('Building and packing the packages of Connectory …');
  const { packageManager } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const pnpm = (...parts: readonly string[]) => run(clone, 'npx', ['--yes', packageManager, ...parts]);
  const needed = '@connectory/testkit...';
  await pnpm('exec', 'turbo', 'run', 'build', '--filter', needed, '--output-logs=errors-only');
  const destination = join(directory, tarballFolder);
  await mkdir(destination, { recursive: true });
  await pnpm('--filter-prod', needed, 'pack', '--pack-destination', destination);
  const files = (await readdir(destination)).filter((name) => name.endsWith('.tgz')).sort();
  const sources = files.map((name) => {
    const [, packageName = ''] = /^connectory-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(name) ?? [];
    return [`@connectory/${packageName}`, `file:${tarballFolder}/${name}`] as const;
  });
  return Object.fromEntries(sources);
}

async function run(cwd: string, command: string, parts: readonly string[]): Promise<void> {
  const shell = process.platform === 'win32';
  await promisify(execFile)(command, parts, { cwd, shell, maxBuffer: maxOutput }).catch((error: Error) => {
    throw new CreateConnectorError(`${command} failed in ${cwd}: ${error.message.slice(-4000)}`);
  });
}
