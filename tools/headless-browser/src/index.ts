import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const packaged = '@sparticuz/chromium@153.0.0';
const cache = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url));

/** A headless Chromium, or the reason why there is none: from the PATH, else out of an npm package that is kept in a cache folder. */
export async function launchBrowser(): Promise<Browser | string> {
  try {
    const installed = installedBrowser();
    if (installed !== undefined) return await chromium.launch({ executablePath: installed, args: ['--no-sandbox'] });
    if (process.platform !== 'linux' || process.arch !== 'x64') return 'there is no Chromium in the PATH';
    return await chromium.launch(await packagedBrowser());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function installedBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

interface ChromiumPackage {
  readonly default: { readonly args: string[]; executablePath(): Promise<string> };
}

async function packagedBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const entry = join(cache, 'node_modules/@sparticuz/chromium/build/index.js');
  if (!existsSync(entry)) {
    mkdirSync(cache, { recursive: true });
    const install = ['install', '--prefix', cache, '--no-audit', '--no-fund', '--loglevel=error', packaged];
    const { status, stderr } = spawnSync('npm', install, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm could not install ${packaged}: ${stderr.trim().split('\n')[0]}`);
  }
  // It unpacks itself into the temporary folder, where a later version would find the file of an earlier one.
  process.env.TMPDIR = cache;
  const { default: chromiumPackage } = (await import(pathToFileURL(entry).href)) as ChromiumPackage;
  return { executablePath: await chromiumPackage.executablePath(), args: chromiumPackage.args };
}
