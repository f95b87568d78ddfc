import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import logUpdate from 'log-update';
import { isColored } from './is-colored.ts';
import { openBrowser } from './open-browser.ts';
import { readHidden, readLine } from './read-line.ts';
import { runCommand } from './run-command.ts';

// The reader of the output closed the pipe, as in `connectory … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  isInteractive: process.stdout.isTTY === true,
  isErrorInteractive: process.stderr.isTTY === true,
  colors: { out: isColored(process.stdout), error: isColored(process.stderr) },
  readHidden: process.stdin.isTTY === true ? readHidden : undefined,
  readLine: process.stdin.isTTY === true && process.stderr.isTTY === true ? readLine : undefined,
  openBrowser,
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  outBytes: async (bytes) => {
    for await (const chunk of bytes) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  },
  show: logUpdate,
  interrupted: () => {
    const interruption = new AbortController();
    process.once('SIGINT', () => interruption.abort());
    return interruption.signal;
  },
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
});
