import { prepare, runPnpm } from './prepare.mjs';

// `npm run release version` raises the versions, `npm run release` builds and publishes. The build inspects what pnpm packs, and changesets
// publishes with it: both need the exact pnpm in their path, which `pnpm exec` gives them.
const steps = {
  version: [
    ['changeset', 'version'],
    ['node', 'tools/spec/main.ts', 'release'],
    ['node', 'tools/spec/main.ts', 'write'],
  ],
  publish: [
    ['turbo', 'run', 'build', '--force'],
    ['changeset', 'publish'],
  ],
};
const step = process.argv[2] ?? 'publish';

prepare();
const commands = step === 'version' ? steps.version : steps.publish;
process.exitCode = commands.every((command) => runPnpm('exec', ...command) === 0) ? 0 : 1;
