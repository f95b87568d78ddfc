import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a data directory is used for: trials with simulated upstreams, or production. */
export type Purpose = 'demo' | 'production';

/** The file in a data directory that records its purpose. */
export const markName = 'purpose';

/** The folder of the searchable copies within a data directory. */
export const copiesFolder = 'context-store';

/** The folder of the files of exports within a data directory. */
export const exportsFolder = 'exports';

/** The folder of the plugin packages within a data directory. */
export const pluginFolder = 'connectors';

/**
 * Creates the data directory of a gateway, readable by its owner only, and records its purpose. Throws an `Error` that explains what to do
 * if it cannot be written, or belongs to a gateway with another purpose.
 */
export async function prepareDataDirectory(directory: string, purpose: Purpose): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await probeWrite(directory);
  } catch (error) {
    throw new Error(`The data directory ${directory} cannot be written (${reasonOf(error)}). ${adviceOn(error)}`, {
      cause: error,
    });
  }
  const found = await purposeOf(directory);
  if (found !== null && found !== purpose) throw new Error(otherPurpose[found](directory));
  if (existsSync(join(directory, markName))) return;
  if (await isStillUnused(directory)) await chmod(directory, 0o700).catch(() => undefined);
  await writeFile(join(directory, markName), `${purpose}\n`, { mode: 0o600 });
}

// npm creates the plugin folder and makes it readable by others.
async function isStillUnused(directory: string): Promise<boolean> {
  return (await readdir(directory)).every((name) => name === pluginFolder || name === compiledFolder);
}

/** Whether users other than its owner can read a directory. */
export async function isReadableByOthers(directory: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(directory)).mode & 0o077) !== 0;
}

/** Writes a small file and removes it. Rejects if that fails: the disk is full, broken or read-only. */
export async function probeWrite(directory: string): Promise<void> {
  const path = join(directory, `.write-probe-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile('connectory\n');
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

// Directories of earlier versions do not record their purpose, but only the demo stores a token in them.
async function purposeOf(directory: string): Promise<Purpose | null> {
  const mark = await readFile(join(directory, markName), 'utf8').catch(() => null);
  if (mark !== null) return mark.trim() === 'demo' ? 'demo' : 'production';
  if (existsSync(join(directory, 'demo-token'))) return 'demo';
  return existsSync(join(directory, 'connectory.sqlite')) ? 'production' : null;
}

const otherPurpose: Readonly<Record<Purpose, (directory: string) => string>> = {
  demo: (directory) =>
    `The data directory ${directory} belongs to the demo, whose connections lead to simulated vendors. Set CONNECTORY_DATA_DIR to another folder.`,
  production: (directory) =>
    `The data directory ${directory} belongs to a gateway in production, and the demo would add to its data. Set CONNECTORY_DATA_DIR to another folder, or unset it.`,
};

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function adviceOn(error: unknown): string {
  const code = reasonOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: free space, then start again.';
  if (code === 'EROFS')
    return 'The disk is mounted read-only: mount it for writing, or set CONNECTORY_DATA_DIR to another folder.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'It is a file: set CONNECTORY_DATA_DIR to a folder.';
  const user = process.getuid === undefined ? '' : ` (user id ${process.getuid()})`;
  return `Make it writable for the user that runs the gateway${user}, or set CONNECTORY_DATA_DIR to another folder.`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The data directory that the environment of a gateway names, or the default. */
export const dataDirectoryOf = (environment: Environment): string => environment.CONNECTORY_DATA_DIR || '.connectory';

/** The folder of compiled code within a data directory. */
export const compiledFolder = 'compiled';

const minFreeBytes = 64 * 1_048_576;
/** A small disk needs less free space. */
const minFreeShare = 0.02;

/** What is wrong with the disk of a directory: it is `full` (or nearly full), or `unwritable`. */
export type DiskProblem = 'full' | 'unwritable';

/** Returns the free bytes on the disk of a directory, and the minimum for a gateway to be ready. */
export async function freeSpace(directory: string): Promise<{ readonly free: number; readonly least: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, least: Math.min(minFreeBytes, blocks * bsize * minFreeShare) };
}

/** Checks that a directory can be written and has some free space; returns null if so. */
export async function findDiskProblem(directory: string): Promise<DiskProblem | null> {
  try {
    await probeWrite(directory);
    const { free, least } = await freeSpace(directory);
    return free < least ? 'full' : null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'unwritable';
  }
}
