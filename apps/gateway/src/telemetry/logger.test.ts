import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger, droppedLines, LogStream } from './logger.ts';

function openFile(path: string): number {
  const descriptor = openSync(path, 'a');
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'connectory-log-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'log');
}

const flushed = (stream: LogStream) => new Promise<void>((resolve) => stream.flush(resolve));

describe('a log', () => {
  it('is written in order, by itself and when it is flushed', async () => {
    const path = temporaryFile();
    const stream = new LogStream(openFile(path));
    const lines = Array.from({ length: 5_000 }, (_, n) => `${n} ${'ü'.repeat(50)}\n`);
    for (const line of lines.slice(0, 4_000)) stream.write(line);
    await flushed(stream);
    for (const line of lines.slice(4_000)) stream.write(line);
    stream.flushSync();
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
    expect(stream.dropped).toBe(0);
  });

  it('on a full disk drops its lines and counts them', async () => {
    const stream = new LogStream(openFile('/dev/full'));
    for (let n = 0; n < 3_000; n++) stream.write(`${n}\n`);
    await flushed(stream);
    stream.write('late\n');
    stream.flushSync();
    expect(stream.dropped).toBe(3_001);
  });

  it('that nobody reads takes 8 MiB at most', async () => {
    const stream = new LogStream(openFile(temporaryFile()));
    const line = `${'x'.repeat(1_048_575)}\n`;
    // Nothing is written before the event loop turns.
    for (let n = 0; n < 20; n++) stream.write(line);
    expect(stream.dropped).toBeGreaterThan(0);
    // A write after the descriptor is closed would reach the file that is opened next.
    await flushed(stream);
  });

  it('is known to its logger', async () => {
    const logger = createLogger('info', openFile('/dev/full'));
    logger.info('lost');
    logger.debug('not logged');
    await new Promise((resolve) => logger.flush(resolve));
    expect(droppedLines(logger)).toBe(1);
  });
});

it('goes on where it can write again', async () => {
  const path = temporaryFile();
  const descriptor = openSync('/dev/full', 'a');
  const stream = new LogStream(descriptor);
  stream.write('lost\n');
  await flushed(stream);
  closeSync(descriptor);
  // The lowest free number is the one that was just closed.
  expect(openFile(path)).toBe(descriptor);
  stream.write('kept\n');
  await flushed(stream);
  expect(readFileSync(path, 'utf8')).toBe('kept\n');
  expect(stream.dropped).toBe(1);
});
