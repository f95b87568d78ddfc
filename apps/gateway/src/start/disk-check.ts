import { statfs } from 'node:fs/promises';
import { probeWrite } from './data-directory.ts';

const leastFreeBytes = 64 * 1_048_576;
/** A small disk needs less free space. */
const leastFreeShare = 0.02;

/** What is wrong with the disk of a directory: it is `full` (or nearly full), or `unwritable`. */
export type DiskFault = 'full' | 'unwritable';

/** Returns the free bytes on the disk of a directory, and the minimum for a gateway to be ready. */
export async function freeSpace(directory: string): Promise<{ readonly free: number; readonly least: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, least: Math.min(leastFreeBytes, blocks * bsize * leastFreeShare) };
}

/** Checks that a directory can be written and has some free space; returns null if so. */
export async function findDiskFault(directory: string): Promise<DiskFault | null> {
  try {
    await probeWrite(directory);
    const { free, least } = await freeSpace(directory);
    return free < least ? 'full' : null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'unwritable';
  }
}
