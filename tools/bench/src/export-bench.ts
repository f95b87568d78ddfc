import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqliteStore, type StoreScope } from '@connectory/context-store';
import { SnapshotFiles } from '@connectory/snapshots';
import { atMost, type BenchResult, type Floor, table } from './result.ts';
import { ticketLayout, ticketRecord } from './tickets.ts';

const scope: StoreScope = { connectionId: '00000000-0000-4000-8000-000000000000', layout: ticketLayout };
const pageSize = 2_000;
const mebibyte = 1024 * 1024;
/** For a million records; a busy machine takes longer by the clock than its processors work. */
const maxProcessorSeconds = 60;
const maxMegabytes = 300;

/** Makes a file of each format from a copy with this many records on SQLite. Memory is that of the whole process, above what it had before. */
export async function benchExport(records: number, progress: (text: string) => void): Promise<BenchResult> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-export-'));
  const store = openSqliteStore(join(directory, 'copies'));
  const options = { store, directory: join(directory, 'exports'), maxBytes: 2 ** 40, onError: () => {} };
  const files = await SnapshotFiles.open(options);
  try {
    for (let first = 0; first < records; first += pageSize) {
      progress(`load: ${first}`);
      const count = Math.min(pageSize, records - first);
      const page = Array.from({ length: count }, (_, index) => ticketRecord(first + index));
      await store.writePage(scope, { records: page, generation: 1, checkpoint: { first } });
    }
    const rows: string[][] = [];
    const floors: Floor[] = [];
    for (const format of ['parquet', 'ndjson', 'csv'] as const) {
      progress(`export: ${format}`);
      const taken = await measured(async () => {
        const snapshot = await files.take({ workspaceId: 'bench', scope, format });
        snapshot.release();
        return snapshot.bytes;
      });
      const { clock, processor, memory, longestDelay, result } = taken;
      rows.push([
        format,
        clock.toFixed(1),
        processor.toFixed(1),
        (memory / mebibyte).toFixed(0),
        longestDelay.toFixed(0),
        (result / mebibyte).toFixed(1),
      ]);
      if (format !== 'parquet') continue;
      floors.push(
        atMost(
          'processor seconds for Parquet, per million records',
          (processor / records) * 1e6,
          maxProcessorSeconds,
          1,
        ),
      );
      floors.push(atMost('megabytes of memory for Parquet', memory / mebibyte, maxMegabytes, 0));
    }
    const heading = [`${records} records`, 'seconds', 'processor s', 'memory MB', 'longest delay ms', 'file MB'];
    return { table: table(heading, rows), floors };
  } finally {
    await files.close();
    await store.close();
    await rm(directory, { recursive: true });
  }
}

async function measured<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage.rss();
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss() - before);
  }, 50);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const started = performance.now();
  const used = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  delays.disable();
  clearInterval(timer);
  return {
    clock: (performance.now() - started) / 1000,
    processor: (user + system) / 1e6,
    memory,
    longestDelay: delays.max / 1e6,
    result,
  };
}
