import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { gatewayEnvironment, gatewayOptions } from './gateway-options.mjs';
import { environment, pinnedNode, prepare, root } from './prepare.mjs';

const program = process.argv[2] ?? 'demo.ts';

prepare();
const gateway = spawn(pinnedNode, [...gatewayOptions, `apps/gateway/src/${program}`], {
  cwd: root,
  env: { ...gatewayEnvironment, ...environment },
  stdio: ['inherit', 'pipe', 'inherit'],
});
/** @type {import('node:child_process').ChildProcess[]} */
const builds = [];
gateway.stdout.pipe(process.stdout);
// Builds would compete with its start for the processor. Until they are done, the gateway responds that they are being built.
gateway.stdout.on('data', function begin(/** @type {Buffer} */ text) {
  if (!/^Connectory serves /m.test(text.toString())) return;
  gateway.stdout.off('data', begin);
  builds.push(
    buildInBackground('apps/console/src/build/main.ts', 'console at /'),
    buildInBackground('apps/docs/src/main.ts', 'documentation at /docs'),
    buildInBackground('apps/reference/src/build/main.ts', 'API reference at /reference'),
  );
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
  for (const build of builds) build.kill();
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});

/**
 * @param {string} program
 * @param {string} result
 */
function buildInBackground(program, result) {
  const build = spawn(pinnedNode, [program], { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  build.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  build.on('exit', (code) => {
    if (code !== null && code !== 0) console.error(`${complaints}The gateway has no current ${result}.`);
  });
  return build;
}
