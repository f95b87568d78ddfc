import { spawn } from 'node:child_process';

/** The folder and the environment of a program. */
export interface ProgramPlace {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const mostOutput = 1_000_000;

/** Runs a program to its end and returns its standard output. Throws an `Error` with the end of its output if it fails. */
export async function runProgram(
  [program = '', ...programArguments]: readonly string[],
  { folder, environment }: ProgramPlace,
): Promise<string> {
  const child = spawn(program, programArguments, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let all = '';
  const keep = (chunk: Buffer) => {
    all = (all + chunk.toString('utf8')).slice(-mostOutput);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    keep(chunk);
  });
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const line = [program, ...programArguments].join(' ').slice(0, 200);
  if (code !== 0) throw new Error(`"${line}" failed (${code}):\n${all.slice(-5_000)}`);
  return output;
}
