import { readFile } from 'node:fs/promises';

/** Processor seconds a process has used so far; Linux only, otherwise 0. */
export function cpuSeconds(pid: number): Promise<number> {
  return secondsIn(`/proc/${pid}/stat`);
}

/** Processor seconds the main thread of a process has used so far; Linux only, otherwise 0. */
export function mainThreadSeconds(pid: number): Promise<number> {
  return secondsIn(`/proc/${pid}/task/${pid}/stat`);
}

async function secondsIn(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return 0;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of a process in MB, current and peak; Linux only, otherwise 0. */
export async function residentMegabytes(pid: number): Promise<{ readonly now: number; readonly highest: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { now: megabytes('VmRSS'), highest: megabytes('VmHWM') };
}
