import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

/** Returns the executable of a Node.js version below the folder: a copy of the running one, or the package from the registry. */
export async function fetchNode(version: string, folder: string): Promise<string> {
  const isIt = (text: string) => `${text.trim()}.`.startsWith(`v${version}.`);
  const own = join(folder, `node-${version}`);
  await mkdir(own, { recursive: true });
  if (isIt(process.version)) {
    await copyFile(process.execPath, join(own, 'node'));
    return join(own, 'node');
  }
  await writeFile(join(own, 'package.json'), '{"private":true}\n');
  await runProgram(['npm', 'install', '--no-audit', '--no-fund', `node@${version}`], { folder: own });
  const program = join(own, 'node_modules/node/bin/node');
  const brought = execFileSync(program, ['--version'], { encoding: 'utf8' });
  if (!isIt(brought)) throw new Error(`node@${version} brought ${brought}`);
  return program;
}
