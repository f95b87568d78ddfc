import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const packaged = '@sparticuz/chromium@153.0.0';
const cache = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url));

const browserArguments = [
  '--no-sandbox',
  // Drawing on an emulated graphics card would take more processor time than everything else that the tests do.
  '--disable-gpu',
  '--in-process-gpu',
  '--no-zygote',
  // Letters have the same shapes on every machine.
  '--font-render-hinting=none',
];

/**
 * Returns a headless Chromium, or the reason why there is none: from the PATH, or from an npm package that is kept in a cache folder.
 * Throws if there is one and it does not start.
 */
export async function launchBrowser(): Promise<Browser | string> {
  const installed = installedBrowser();
  const found = installed === undefined ? await packagedBrowser() : { executablePath: installed };
  return 'reason' in found ? found.reason : chromium.launch({ ...found, args: browserArguments });
}

function installedBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

interface ChromiumPackage {
  readonly default: { executablePath(): Promise<string> };
}

async function packagedBrowser(): Promise<{ executablePath: string } | { reason: string }> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { reason: 'there is no Chromium in the PATH' };
  const folder = join(cache, packaged.slice(packaged.lastIndexOf('/') + 1));
  // Several processes may install it at the same time: each has its own folder, and the first one to finish moves it into place.
  if (!existsSync(folder)) {
    const incomplete = `${folder}.${randomUUID()}`;
    const reason = await install(incomplete);
    if (reason !== null) return { reason };
    await rename(incomplete, folder).catch(() => rm(incomplete, { recursive: true }));
  }
  return { executablePath: join(folder, 'chromium') };
}

/** Returns the reason if npm fails. */
async function install(folder: string): Promise<string | null> {
  mkdirSync(folder, { recursive: true });
  const options = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', packaged];
  const { status, stderr } = spawnSync('npm', options, { encoding: 'utf8' });
  if (status !== 0) return `npm could not install ${packaged}: ${stderr.trim().split('\n')[0]}`;
  const { default: chromiumPackage } = await load(folder);
  // The browser unpacks itself into the temporary folder.
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await chromiumPackage.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  return null;
}

function load(folder: string): Promise<ChromiumPackage> {
  return import(pathToFileURL(join(folder, 'node_modules/@sparticuz/chromium/build/index.js')).href);
}
