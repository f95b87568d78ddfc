import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const maxOutput = 100_000;
// As for a script of package.json, and with the Node.js that runs this.
const programs = [
  fileURLToPath(new URL('../node_modules/.bin', import.meta.url)),
  dirname(process.execPath),
  process.env.PATH,
].join(delimiter);

/** Runs a command line in a shell, and returns its output. Throws an `Error` with the end of its output if it fails. */
export async function runCommand(
  line: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(line, {
    cwd: folder,
    shell: true,
    env: { ...process.env, PATH: programs, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-maxOutput);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`"${line}" failed (${code}):\n${output.slice(-5_000)}`);
  return output;
}
