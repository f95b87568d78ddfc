import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { gatewayEnvironment, gatewayOptions } from './gateway-options.mjs';
import { environment, packageManager, pinnedNode, prepare, root, windows } from './prepare.mjs';

const program = process.argv[2] ?? 'demo.ts';

prepare();
const gateway = spawn(pinnedNode, [...gatewayOptions, `apps/gateway/src/${program}`], {
  cwd: root,
  env: { ...gatewayEnvironment, ...environment },
  stdio: ['inherit', 'pipe', 'inherit'],
});
/** @type {import('node:child_process').ChildProcess | undefined} */
let pages;
gateway.stdout.pipe(process.stdout);
// Builds would compete with its start for the processor. Until they are done, the gateway responds that they are being built.
gateway.stdout.on('data', function begin(/** @type {Buffer} */ text) {
  if (!/^Connectory serves /m.test(text.toString())) return;
  gateway.stdout.off('data', begin);
  pages = buildPages();
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    // A terminal sends Ctrl+C to the gateway itself; a second signal would cut its shutdown short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) gateway.kill(signal);
  });
}
// npm sends SIGTERM to the shell between npm and this process, and the shell ends without passing it on.
const shell = process.ppid;
const orphaned = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(orphaned);
  gateway.kill('SIGTERM');
}, 200);
orphaned.unref();

gateway.on('error', (error) => {
  console.error(`The gateway could not be started: ${error.message}. Delete node_modules and run npm start again.`);
  process.exitCode = 1;
});
gateway.on('exit', (code, signal) => {
  if (pages?.pid !== undefined) stopGroup(pages.pid);
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});

/** Builds the console, the documentation and the API reference unless they are current. */
function buildPages() {
  const command = [packageManager, 'run', 'pages'];
  // It has a process group of its own, so that everything in it can be stopped at once.
  const build = spawn('npx', ['--yes', ...command], {
    cwd: root,
    env: environment,
    shell: windows,
    detached: !windows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [build.stdout, build.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  build.on('exit', (code) => {
    if (code !== null && code !== 0) console.error(`${output}The pages of the gateway are not built.`);
  });
  return build;
}

/** @param {number} pid */
function stopGroup(pid) {
  try {
    process.kill(windows ? pid : -pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}
