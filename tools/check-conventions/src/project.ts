import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the repository: its path from the root, with `/` on every system, and its text. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** One workspace package: its folder (`packages/core`), its npm name and its parsed package.json. */
export interface ProjectPackage {
  readonly folder: string;
  readonly name: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** The whole repository, as seen by the rules. */
export interface Project {
  readonly files: readonly ProjectFile[];
  readonly packages: readonly ProjectPackage[];
}

const skippedFolders = new Set([
  '.git',
  '.turbo',
  '.connectory',
  '.connectory-demo',
  'built-console',
  'built-reference',
  'coverage',
  'dist',
  'node_modules',
  'site',
]);
const packageManifest = /^((?:packages|connectors|apps|tools)\/[^/]+)\/package\.json$/;

/** Builds a project from texts by path; throws a SyntaxError if a package.json is not JSON. */
export function createProject(texts: Readonly<Record<string, string>>): Project {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const packages = files.flatMap(({ path, text }) => {
    const folder = packageManifest.exec(path)?.[1];
    if (folder === undefined) return [];
    const manifest = JSON.parse(text) as Record<string, unknown>;
    return [{ folder, name: String(manifest.name), manifest }];
  });
  return { files, packages };
}

/** Reads every file below a folder, except installed, built and version-control files. */
export function readProject(root: string): Project {
  const texts: Record<string, string> = {};
  const read = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) read(path);
      if (entry.isFile() && entry.name !== '.git') texts[path] = readFileSync(join(root, path), 'utf8');
    }
  };
  read('');
  return createProject(texts);
}

/** The workspace package that contains a path; undefined for files of the root. */
export function packageOf(project: Project, path: string): ProjectPackage | undefined {
  return project.packages.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** Whether a path is a test: `*.test.ts`, `*.test-d.ts`, or any file in a package's test folder. */
export function isTest(path: string): boolean {
  return /\.test(?:-d)?\.ts$/.test(path) || /^[^/]+\/[^/]+\/test\//.test(path);
}
