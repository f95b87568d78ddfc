import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targetFolder } from '@connectory/built-pages';
import { launchBrowser } from '@connectory/test-support/browser';
import { startGatewayProcess } from '@connectory/test-support/gateway-process';
import { consolePages, prepareConsole } from './console-pages.ts';

const builtConsole = targetFolder(consolePages);
const runs = 5;
const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Measures the compressed size of the console and the time until its first screen is interactive, as lines to print. */
export async function measure(): Promise<string> {
  await prepareConsole();
  const page = readFileSync(join(builtConsole, 'index.html'), 'utf8');
  const first: string[] = [];
  const later: string[] = [];
  for (const file of globSync('assets/*.{js,css}', { cwd: builtConsole }).sort())
    (page.includes(file) ? first : later).push(file);
  const sizeOf = (file: string) => statSync(join(builtConsole, `${file}.br`)).size;
  const total = (files: readonly string[]) => inKilobytes(files.reduce((sum, file) => sum + sizeOf(file), 0));
  const rows = (files: readonly string[]) => files.map((file) => `  ${file.padEnd(40)} ${inKilobytes(sizeOf(file))}`);
  const lines = [
    `first screen: ${total(first)}`,
    ...rows(first),
    `when a room is entered: ${total(later)}`,
    ...rows(later),
    await timeToInteractive(),
  ];
  return `${lines.join('\n')}\n`;
}

// Returns the median time of several uncached loads until the token can be entered.
async function timeToInteractive(): Promise<string> {
  const browser = await launchBrowser();
  if (typeof browser === 'string') return `interactive: not measured, because ${browser}`;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'connectory-measure-'));
  const gateway = await startGatewayProcess('main', { CONNECTORY_DATA_DIR: dataDirectory });
  const times: number[] = [];
  const context = await browser.newContext();
  for (let run = 0; run < runs; run += 1) {
    const opened = await context.newPage();
    const debuggee = await context.newCDPSession(opened);
    await debuggee.send('Network.setCacheDisabled', { cacheDisabled: true });
    await opened.goto(gateway.url);
    await opened.getByLabel('Token', { exact: true }).waitFor();
    times.push(await opened.evaluate(() => performance.now()));
    await opened.close();
  }
  await browser.close();
  await gateway.stop();
  await rm(dataDirectory, { recursive: true, force: true });
  const [median = 0] = times.sort((left, right) => left - right).slice(Math.floor(runs / 2));
  return `interactive after ${median.toFixed(0)} ms (median of ${runs} loads without a cache)`;
}
