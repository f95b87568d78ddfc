import { spawn } from 'node:child_process';

/** The exit code and the output of a command. */
export interface CommandEnd {
  readonly code: number | null;
  readonly output: string;
}

const kept = /^npm_config_(registry|.*proxy|cafile|cache)$/i;

/** The environment of a person's own terminal: without what a package script or a test run adds. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_OPTIONS$|INIT_CWD$|TEST$|NODE_ENV$)/i.test(name) || kept.test(name),
  );
  return Object.fromEntries(entries);
}

/** Runs npm in a folder. */
export function runNpm(cwd: string, ...parts: readonly string[]): Promise<CommandEnd> {
  const child = spawn('npm', parts, { cwd, env: plainEnvironment(), shell: process.platform === 'win32' });
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Why packages cannot be installed here; undefined if they can. */
export async function whyNoRegistry(): Promise<string | undefined> {
  const { code, output } = await runNpm('.', 'view', 'zod', 'version', '--fetch-retries=0', '--fetch-timeout=20000');
  return code === 0 ? undefined : (output.trim().split('\n').at(-1) ?? 'npm view failed').slice(0, 200);
}
