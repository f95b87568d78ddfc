import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type * as DuckDb from '@duckdb/node-api';
import type { ProcessMessage, ReadMessage, RunMessage, SqlView } from './messages.ts';
import { SqlEngine, statementFailure } from './sql-engine.ts';

// The process of one statement. It has no environment, gets everything in two messages, and ends after it has responded.

const pieceLength = 256 * 1024;
let unsent = '';

process.on('disconnect', () => process.exit(0));
yieldToTheGateway();
await end(await respond());

async function respond(): Promise<ProcessMessage> {
  let views: readonly SqlView[] = [];
  try {
    const read = await nextMessage<ReadMessage>();
    watchMemory(read.residentMegabytes);
    const installed = loadEngine(read.packageFolders);
    if ('reason' in installed) return { kind: 'not_installed', reason: installed.reason };
    const engine = await SqlEngine.start(installed.module, read.limits);
    process.send?.({ kind: 'tables', tables: await engine.read(read.sql) } satisfies ProcessMessage);
    const run = await nextMessage<RunMessage>();
    views = run.views;
    await engine.open(views);
    return { kind: 'done', ...(await engine.run(read.sql, run.limits, write)) };
  } catch (error) {
    return statementFailure(error, views);
  }
}

async function nextMessage<Message>(): Promise<Message> {
  const [message] = (await once(process, 'message')) as [Message];
  return message;
}

// Rows are sent in large pieces: each piece is work for the gateway.
async function write(text: string): Promise<void> {
  unsent += text;
  if (unsent.length >= pieceLength) await sendRows();
}

async function sendRows(): Promise<void> {
  const piece = unsent;
  unsent = '';
  if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}

async function end(message: ProcessMessage): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.end(unsent, resolve));
  await new Promise((resolve) => process.send?.(message, resolve));
  process.exit(0);
}

/** Lets the gateway run first when all cores are busy, and lets the system end this process first when memory is short. */
function yieldToTheGateway(): void {
  try {
    setPriority(10);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every system has this, or allows it.
  }
}

// The engine does not count all that it takes; it runs in threads of its own, so that this one can look.
function watchMemory(megabytes: number): void {
  const watch = () => {
    if (process.memoryUsage.rss() > megabytes * 1024 * 1024) void end({ kind: 'out_of_memory' });
  };
  setInterval(watch, 20).unref();
}

type Installed = { readonly module: typeof DuckDb } | { readonly reason: string };

/** The engine as it is installed in the first of the folders that has it. */
function loadEngine(folders: readonly string[]): Installed {
  const reasons = folders.map((folder): Installed => {
    try {
      return { module: createRequire(join(folder, 'package.json'))('@duckdb/node-api') };
    } catch (error) {
      return { reason: error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error) };
    }
  });
  return reasons.find((installed) => 'module' in installed) ?? reasons.at(-1) ?? { reason: '' };
}
