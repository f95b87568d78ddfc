import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RawValue } from '@connectory/connector-sdk';

const maxPackages = 4000;
const maxLinks = 20;

/**
 * Returns the folders of a module's package and of all its dependencies: what its process may read, in addition to the runtime. Symbolic
 * links on the way are included. A folder that contains the data directory is opened entry by entry, without that directory.
 */
export function readableFolders(url: string, dataDirectory: string): readonly string[] {
  const folders = new Set<string>();
  const visit = (found: string) => {
    const places = placesOf(dirname(found));
    const folder = places.at(-1) as string;
    const isKnown = folders.has(folder) || folders.size >= maxPackages;
    for (const place of places) folders.add(place);
    if (isKnown) return;
    const manifest = join(folder, 'package.json');
    for (const name of dependenciesOf(manifest)) {
      const dependency = located(name, manifest);
      if (dependency !== undefined) visit(dependency);
    }
  };
  const runners = ['@connectory/exact-json', '@connectory/errors'].map((name) => located(name, import.meta.filename));
  for (const manifest of [findPackageJSON(url), ...runners]) {
    if (manifest !== undefined) visit(manifest);
  }
  const data = existsSync(dataDirectory) ? realpathSync(dataDirectory) : resolve(dataDirectory);
  return [...folders].flatMap((folder) => (isWithin(data, folder) ? entriesWithout(folder, data) : [folder]));
}

// A link, the link it leads to, …, the folder itself: Node.js reads each of them.
function placesOf(folder: string): readonly string[] {
  const places = [folder];
  for (let place = folder; lstatSync(place).isSymbolicLink() && places.length < maxLinks; places.push(place)) {
    place = resolve(dirname(place), readlinkSync(place));
  }
  return [...places, realpathSync(folder)];
}

function dependenciesOf(manifest: string): readonly string[] {
  try {
    const { dependencies, peerDependencies, optionalDependencies }: RawValue = JSON.parse(
      readFileSync(manifest, 'utf8'),
    );
    return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  } catch {
    return [];
  }
}

// An optional dependency may be missing, and a peer may be built in.
function located(name: string, parent: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(parent));
  } catch {
    return undefined;
  }
}

function isWithin(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== '' && !steps.startsWith('..');
}

function entriesWithout(folder: string, path: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((entry) => entry !== path)
    .flatMap((entry) => (isWithin(path, entry) ? entriesWithout(entry, path) : [entry]));
}
