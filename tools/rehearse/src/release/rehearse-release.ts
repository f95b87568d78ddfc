import { existsSync, globSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchNode } from '../installed/fetch-node.ts';
import { type PublishedPackage, publishedPackages, repository, runPnpm } from '../installed/published-packages.ts';
import { installInto } from '../installed/rehearse-install.ts';
import { runProgram } from '../installed/run-program.ts';
import { tryInstalled } from '../installed/try-installed.ts';
import { type Line, none, type Verdict } from '../verdict.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { type PublishedTarball, provenanceStatement } from './provenance.ts';

const scope = '@connectory';
const command = '@connectory/cli';

/**
 * Releases the last commit to a registry on this machine, from a copy of the repository: raises versions and writes changelogs, builds,
 * publishes, installs the published packages into an empty folder and calls them. With `into`, the bill of materials and the provenance
 * statement are stored there.
 */
export async function rehearseRelease(
  { into }: { readonly into: string | undefined },
  progress: (text: string) => void,
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'connectory-release-'));
  const copy = join(folder, 'repository');
  let registry: LocalRegistry | undefined;
  try {
    progress('copying and installing');
    await runProgram(['git', 'clone', '--quiet', repository, copy], { folder });
    await runPnpm(['install', '--frozen-lockfile', '--prefer-offline'], copy);
    const before = publishedPackages(copy);
    progress('raising versions');
    await runPnpm(['run', 'version'], copy);
    const released = publishedPackages(copy);
    const lines = versionLines(copy, before, released);
    await commitAll(copy);
    progress('building and publishing');
    registry = await startLocalRegistry(join(folder, 'registry'), scope);
    // npm requires a token to publish, and this registry accepts any.
    const settings = `registry=${registry.url}/\n${registry.url.replace('http:', '')}/:_authToken=rehearsal\n`;
    await appendFile(join(copy, '.npmrc'), settings);
    await runPnpm(['run', 'publish-packages'], copy, { npm_config_registry: registry.url });
    const tarballs = await publishedTarballs(registry, released);
    lines.push(none('packages that the registry lacks', released.length - tarballs.length, released.length));
    progress('installing what was published');
    const installed = join(folder, 'installed');
    await installInto(installed, [command], ['--registry', registry.url]);
    const node = await fetchNode(process.versions.node, folder);
    const tried = await tryInstalled(installed, node, 'released', [repository, copy]);
    const has = (folder: string) =>
      existsSync(join(installed, 'node_modules', scope, `gateway/${folder}/index.html`)) ? 'yes' : 'no';
    lines.push(
      ...tried.lines,
      line('the gateway has its documentation', has('site'), 'yes'),
      line('the gateway has its console', has('built-console'), 'yes'),
      line('the gateway has its API reference', has('built-reference'), 'yes'),
    );
    const inFolder = released.filter(({ name }) => existsSync(join(installed, 'node_modules', name)));
    const bill = await billOfMaterials(installed, inFolder);
    const commit = (await runProgram(['git', 'rev-parse', 'HEAD'], { folder: copy })).trim();
    const statement = provenanceStatement(tarballs, { repository: addressOfRepository(), commit });
    lines.push(
      ...bill.lines,
      line('subjects of the statement of provenance', String(tarballs.length), String(released.length)),
    );
    if (into !== undefined) {
      await mkdir(into, { recursive: true });
      await writeFile(join(into, 'connectory.cdx.json'), bill.text);
      await writeFile(join(into, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`);
    }
    return { title: `A release of ${released.length} packages`, lines, failures: tried.failures, figures: {} };
  } finally {
    await registry?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const line = (name: string, seen: string, wanted: string): Line => ({ name, seen, wanted, holds: seen === wanted });

function versionLines(
  copy: string,
  before: readonly PublishedPackage[],
  released: readonly PublishedPackage[],
): Line[] {
  const changesets = globSync('.changeset/*.md', { cwd: copy }).filter((path) => !path.endsWith('README.md'));
  const raised = released.filter(({ name, version }) =>
    before.some((one) => one.name === name && one.version !== version),
  );
  const silent = raised.filter(({ folder }) => !existsSync(join(copy, folder, 'CHANGELOG.md')));
  return [
    none('changesets left', changesets.length),
    { name: 'versions raised', seen: `${raised.length} of ${released.length}`, wanted: '', holds: null },
    none('raised versions without a changelog', silent.length, raised.length),
  ];
}

// GitHub's runners set the URL of the repository; elsewhere there is no public one.
function addressOfRepository(): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return server !== undefined && name !== undefined ? `${server}/${name}` : 'https://repository.invalid';
}

async function commitAll(copy: string): Promise<void> {
  const identity = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@example.com'];
  await runProgram(['git', 'add', '--all'], { folder: copy });
  await runProgram(['git', ...identity, 'commit', '--quiet', '--message', 'release'], { folder: copy });
  await writeFile(join(copy, '.git/info/exclude'), '.npmrc\n');
}

async function publishedTarballs(
  registry: LocalRegistry,
  released: readonly PublishedPackage[],
): Promise<readonly PublishedTarball[]> {
  const tarballs: PublishedTarball[] = [];
  for (const { name, version } of released) {
    const { versions = {} } = await registry.describe(name);
    const integrity = versions[version]?.dist.integrity;
    if (integrity !== undefined) tarballs.push({ name, version, integrity });
  }
  return tarballs;
}
