import { prepare, runPnpm } from './prepare.mjs';

// The build inspects what pnpm packs, and changesets publishes with it: both need the exact pnpm in their path, which only pnpm's own
// scripts have.
prepare();
process.exitCode = runPnpm('run', 'publish-packages');
