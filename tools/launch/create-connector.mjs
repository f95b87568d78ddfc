import { spawn } from 'node:child_process';
import { environment, pinnedNode, prepare, root } from './prepare.mjs';

prepare();
// Path arguments are relative to the folder where the command was typed; npm changes to the root of the repository.
const cwd = process.env.INIT_CWD ?? process.cwd();
const program = `${root}/tools/create-connector/src/main.ts`;
const command = spawn(pinnedNode, [program, ...process.argv.slice(2)], { cwd, env: environment, stdio: 'inherit' });
command.on('error', (error) => {
  console.error(`The command could not be started: ${error.message}. Delete node_modules and try again.`);
  process.exitCode = 1;
});
command.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
