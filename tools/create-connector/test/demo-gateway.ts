import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A gateway that runs as a process of its own. */
export interface RunningGateway {
  readonly url: string;
  output(): string;
  /** Gives the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a program of the gateway, as `npm start` and `npm run serve` do, and waits until it says where it listens. Throws when it ends before. */
export async function startGateway(
  program: 'demo' | 'main',
  environment: Readonly<Record<string, string>>,
): Promise<RunningGateway> {
  const file = fileURLToPath(new URL(`../../../apps/gateway/src/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, PORT: '0', ...environment } });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const listening = /on (http:\/\/\S+)/;
  const printed = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const isComplete = program === 'main' || text.includes('Try it:');
      if (listening.test(text) && isComplete) resolve();
    });
  });
  await Promise.race([printed, ended]);
  const url = listening.exec(text)?.[1];
  if (url === undefined) throw new Error(`${program} did not start: ${text}`);
  return {
    url,
    output: () => text,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
