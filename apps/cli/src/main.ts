#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises';
import logUpdate from 'log-update';
import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  isInteractive: process.stdout.isTTY === true,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  show: logUpdate,
  sleep: async (milliseconds) => {
    await sleep(milliseconds);
  },
});
