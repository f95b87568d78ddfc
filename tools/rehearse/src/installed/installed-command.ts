import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A running `connectory serve` or `connectory demo`. */
export interface ServingCommand {
  readonly url: string;
  readonly pid: number;
  /** Its exit code once it has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Terminates it gracefully, and returns its exit code. */
  stop(): Promise<number | null>;
}

const listening = / on (http:\/\/\S+)/;

/**
 * Starts a command line that serves, with only the given environment, and waits for the text that ends its startup output. Throws an
 * `Error` with its output if it ends before.
 */
export async function startServing(
  [program = '', ...programArguments]: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  isReady: RegExp = listening,
): Promise<ServingCommand> {
  const child = spawn(program, programArguments, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  // An interrupted rehearsal must not leave processes running.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', end);
    return code as number | null;
  });
  let text = '';
  const said = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (isReady.test(text)) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  await Promise.race([ended, said]);
  const url = listening.exec(text)?.[1];
  if (url === undefined || child.exitCode !== null || child.signalCode !== null)
    throw new Error(`It did not start: ${text}`);
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
