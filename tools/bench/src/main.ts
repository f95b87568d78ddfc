#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { type BenchOptions, benches } from './benches.ts';

const usage = [
  'usage: npm run bench -- <name> [options]',
  ...Object.entries(benches).map(([name, { about, options }]) => `  ${name.padEnd(16)}${about} ${options}`.trimEnd()),
].join('\n');

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      'after-quiet': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      database: { type: 'string', default: 'sqlite' },
      records: { type: 'string' },
      connections: { type: 'string' },
      times: { type: 'string' },
      wishes: { type: 'string', multiple: true },
    },
  });
  if (values.help) return usage;
  const [name = 'gateway'] = positionals;
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  const { quick, keep, database, wishes, 'after-quiet': afterQuiet } = values;
  if (bench === undefined || (database !== 'sqlite' && database !== 'postgres')) throw new RangeError(usage);
  const options: BenchOptions = {
    quick,
    afterQuiet,
    keep,
    database,
    wishes,
    records: atLeast(1, values.records),
    connections: atLeast(1, values.connections),
    times: atLeast(1, values.times),
  };
  return bench.report(options, progress);
}

function atLeast(least: number, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new RangeError(`${text} must be a whole number of at least ${least}.`);
  return value;
}

function isUsageError(error: unknown): error is Error {
  return (
    error instanceof RangeError ||
    (error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS_/.test(String(error.code)))
  );
}

const isShown = process.stderr.isTTY === true;
function progress(text: string): void {
  if (isShown) process.stderr.write(`\r\x1b[K${text}`);
}

try {
  const text = await run();
  progress('');
  process.stdout.write(`${text}\n`);
} catch (error) {
  // Any error but a usage error is a bug and keeps its stack.
  if (!isUsageError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
