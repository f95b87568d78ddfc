import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runPnpm } from './prepare.mjs';

// `npm run release version` raises the versions, `npm run release` builds and publishes. The build inspects what pnpm packs, and changesets
// publishes with it: both need the exact pnpm in their path, which `pnpm exec` gives them.
const versionCommands = [
  ['changeset', 'version'],
  ['node', 'tools/spec/main.ts', 'release'],
  ['node', 'tools/spec/main.ts', 'write'],
];
const publishCommands = [
  ['turbo', 'run', 'build', '--force'],
  ['changeset', 'publish'],
];

/** npm accepts a provenance only for a package that names the repository whose workflow signed it. */
function nameRepository() {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  if (GITHUB_REPOSITORY === undefined) return;
  const folders = ['apps', 'connectors', 'packages', 'tools'];
  for (const directory of folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )) {
    const path = join(root, directory, 'package.json');
    if (!existsSync(path)) continue;
    const repository = { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`, directory };
    const manifest = { ...JSON.parse(readFileSync(path, 'utf8')), repository };
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

prepare();
const isVersion = process.argv[2] === 'version';
if (!isVersion) nameRepository();
const commands = isVersion ? versionCommands : publishCommands;
process.exitCode = commands.every((command) => runPnpm('exec', ...command) === 0) ? 0 : 1;
