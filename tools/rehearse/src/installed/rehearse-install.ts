import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, type Line, none, type Verdict } from '../verdict.ts';
import { fetchNode } from './fetch-node.ts';
import { packedContents } from './packed-contents.ts';
import { packAll, repository, runPnpm } from './published-packages.ts';
import { runProgram } from './run-program.ts';
import { sourceReferences } from './source-references.ts';
import { tryInstalled } from './try-installed.ts';

/** What to rehearse. */
interface InstallOptions {
  /** Versions of Node.js to run on, such as `22` or `22.19`. */
  readonly nodes: readonly string[];
  /** Whether to build the packages first; otherwise they must have been built. */
  readonly build: boolean;
}

/** Packs the published packages, installs them into an empty folder outside the repository, and runs and calls them there. */
export async function rehearseInstall(
  { nodes, build }: InstallOptions,
  progress: (text: string) => void,
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-install-'));
  try {
    if (build) {
      progress('building');
      await runPnpm(['run', 'build'], repository);
    }
    progress('packing');
    const tarballs = await packAll(repository, join(folder, 'packed'));
    progress(`installing ${tarballs.length} packages`);
    const installed = join(folder, 'installed');
    await installInto(installed, tarballs);
    const scope = join(installed, 'node_modules/@connectory');
    const strays = await sourceReferences(scope);
    const contents = await packedContents(scope, [repository]);
    const lines: Line[] = [
      atLeast('packages packed', tarballs.length, 1),
      none('manifests that lead to sources or to the workspace', strays.length),
      none('files that are missing or do not belong there', contents.length),
    ];
    const failures: string[] = [...strays, ...contents];
    for (const version of nodes) {
      progress(`running on Node.js ${version}`);
      const tried = await tryInstalled(installed, await fetchNode(version, folder), `Node.js ${version}`, [repository]);
      lines.push(...tried.lines);
      failures.push(...tried.failures);
    }
    return { title: `Installed from ${tarballs.length} tarballs`, lines, failures, figures: {} };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Installs packages into an empty folder with npm, from tarballs or by name. */
export async function installInto(
  folder: string,
  packages: readonly string[],
  npmArguments: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name":"installed","version":"0.0.0","private":true}\n');
  await runProgram(
    ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--omit=dev', ...npmArguments, ...packages],
    { folder },
  );
}
