import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { downloadResumably } from '../src/resumed-download.ts';
import { printedJson, type ServedDemo, startServedDemo } from './served-workspace.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('connectory export', () => {
  let demo: ServedDemo;

  beforeAll(async () => {
    demo = await startServedDemo();
    expect((await demo.connectory(['sync', 'start', 'ledger', '--entity', 'customers'])).code).toBe(0);
  });

  afterAll(() => demo?.gateway.stop());

  it('writes all records of a copy to a file', async () => {
    const output = join(folder, 'customers.ndjson');
    const command = ['export', 'ledger', 'customers', '--format', 'ndjson', '--output', output];
    const printed = await printedJson<{ records: number; synced_at: string }>(demo.connectory(command));
    const lines = readFileSync(output, 'utf8').trimEnd().split('\n');
    expect(printed).toMatchObject({ file: output, records: lines.length, unreadable_values: 0 });
    expect(Date.parse(printed.synced_at)).toBeGreaterThan(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: expect.any(String) });
  });

  it('shows people how far it is, and what it wrote', async () => {
    const output = join(folder, 'customers.parquet');
    const ended = await demo.connectory(['export', 'ledger', 'customers', '-o', output], { isInteractive: true });
    expect(ended.shown.at(-1)).toMatch(/^(\d+\.\d) of \1 MB$/);
    expect(ended.out).toMatch(/^\d+ records are in .*customers\.parquet, synced at \d{4}-.*Z\.\n$/);
    expect(readFileSync(output).subarray(-4).toString()).toBe('PAR1');
  });

  it('replaces a file only with --force', async () => {
    const output = join(folder, 'customers.csv');
    writeFileSync(output, 'mine');
    const command = ['export', 'ledger', 'customers', '--format', 'csv', '--output', output];
    const refused = await demo.connectory(command);
    expect([refused.code, readFileSync(output, 'utf8')]).toEqual([4, 'mine']);
    expect(refused.error).toContain('--force');
    expect((await demo.connectory([...command, '--force'])).code).toBe(0);
    expect(readFileSync(output, 'utf8')).toMatch(/^id,/);
  });

  it('leaves nothing when the gateway refuses, or the path cannot be written', async () => {
    const output = join(folder, 'nothing.parquet');
    const refused = await demo.connectory(['export', 'ledger', 'custmers', '--output', output]);
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.error)).toMatchObject({
      code: 'unknown_entity',
      errors: [{ did_you_mean: 'customers' }],
    });
    expect(readdirSync(folder)).toEqual([]);
    const elsewhere = join(folder, 'missing', 'customers.parquet');
    expect((await demo.connectory(['export', 'ledger', 'customers', '--output', elsewhere])).code).toBe(4);
  });
});

describe('a download that breaks', () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  const cutBytes = 30_000;
  const servers: (() => void)[] = [];

  afterEach(() => {
    for (const close of servers.splice(0)) close();
  });

  /** Serves a file. A response that `respond` does not end is cut off when its bytes have arrived. */
  async function download(respond: (request: IncomingMessage, response: ServerResponse, start: number) => void) {
    const ranges: (string | undefined)[] = [];
    let current: ServerResponse | undefined;
    let cutAt = 0;
    const server = createServer((request, response) => {
      const start = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      ranges.push(request.headers.range);
      current = response;
      cutAt = start + cutBytes;
      respond(request, response, start);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    const path = join(folder, 'file');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const onProgress = (bytes: number) => {
      if (bytes === cutAt && current?.writableEnded === false) current.destroy();
    };
    const ended = downloadResumably({ url, headers: {}, path, onProgress, sleep: async () => {} });
    return { ended, path, ranges };
  }

  const send = (response: ServerResponse, start: number, etag = '"one"', bytes = content) =>
    response.writeHead(start === 0 ? 200 : 206, { etag, 'content-length': bytes.length - start });

  it('is continued where it ended', async () => {
    const { ended, path, ranges } = await download((request, response, start) => {
      send(response, start);
      expect(request.headers['if-range']).toBe(start === 0 ? undefined : '"one"');
      if (start >= 60_000) response.end(content.subarray(start));
      else response.write(content.subarray(start, start + cutBytes));
    });
    expect((await ended).etag).toBe('"one"');
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=30000-', 'bytes=60000-']);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('begins again when the file is another one', async () => {
    const other = Buffer.from('another file');
    let responses = 0;
    const { ended, path } = await download((_request, response) => {
      responses += 1;
      if (responses > 1) send(response, 0, '"two"', other).end(other);
      else send(response, 0).write(content.subarray(0, cutBytes));
    });
    await ended;
    expect(readFileSync(path).equals(other)).toBe(true);
  });

  it('is given up after five breaks without progress, and leaves nothing', async () => {
    const { ended, ranges } = await download((_request, response, start) => {
      if (start > 0) response.destroy();
      else send(response, 0).write(content.subarray(0, cutBytes));
    });
    await expect(ended).rejects.toThrow();
    expect(ranges).toHaveLength(6);
    expect(readdirSync(folder)).toEqual([]);
  });
});
