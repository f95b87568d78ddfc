import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runPnpm } from './prepare.mjs';

// `npm run pack` builds the command with everything it needs, as it would be published, and packs it into `packed`. The build inspects what
// pnpm packs, so it needs the exact pnpm in its path, which `pnpm exec` gives it.
const folder = join(root, 'packed');

prepare();
rmSync(folder, { recursive: true, force: true });
const steps = [
  ['exec', 'turbo', 'run', 'build'],
  ['--filter-prod', '@connectory/cli...', 'pack', '--out', join(folder, '%s.tgz')],
];
process.exitCode = steps.every((step) => runPnpm(...step) === 0) ? 0 : 1;
if (process.exitCode === 0) console.log(`Packed into ${folder}`);
