import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder and the environment of a command. */
export interface CommandPlace {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const mostOutput = 100_000;
// As for a script of package.json, and with the Node.js that runs this.
const programs = [
  fileURLToPath(new URL('../node_modules/.bin', import.meta.url)),
  dirname(process.execPath),
  process.env.PATH,
].join(delimiter);

/**
 * Runs a command line as a person would type it in a shell, and returns its output. Throws an `Error` with the command and the end of its
 * output if it fails.
 */
export async function runCommand(line: string, { folder, environment, signal }: CommandPlace): Promise<string> {
  const child = spawn(line, {
    cwd: folder,
    shell: true,
    env: { ...process.env, PATH: programs, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal !== undefined && { signal }),
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-mostOutput);
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
