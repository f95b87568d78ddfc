import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

/** The program of a version of Node.js, which the registry has as a package: the one that runs this, or one put below the folder. */
export async function fetchNode(version: string, folder: string): Promise<string> {
  const isIt = (text: string) => `${text.trim()}.`.startsWith(`v${version}.`);
  if (isIt(process.version)) return process.execPath;
  const own = join(folder, `node-${version}`);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'package.json'), '{"private":true}\n');
  await runProgram(['npm', 'install', '--no-audit', '--no-fund', `node@${version}`], { folder: own });
  const program = join(own, 'node_modules/node/bin/node');
  const brought = execFileSync(program, ['--version'], { encoding: 'utf8' });
  if (!isIt(brought)) throw new Error(`node@${version} brought ${brought}`);
  return program;
}
