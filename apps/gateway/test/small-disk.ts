import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A command that runs another one with a separate small disk at `directory`, to which its content is copied first. */
export const onSmallDisk = (directory: string, options: string): readonly string[] => [
  'unshare',
  '-rm',
  'bash',
  '-ec',
  // The arguments that follow are the command.
  `mkdir "$0.disk"; mount -t tmpfs -o "$1" tmpfs "$0.disk"; cp -a "$0/." "$0.disk"; mount --move "$0.disk" "$0"; shift; exec "$@"`,
  directory,
  options,
];

/** Why this machine cannot give a process a separate disk; undefined if it can. */
export function whyNoSmallDisk(): string | undefined {
  try {
    execFileSync('bash', ['-c', 'unshare -rm mount -t tmpfs -o size=1m tmpfs /tmp'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `unshare -rm does not work here: ${String(error).split('\n')[0]}`;
  }
}

/** The disk of a process that was started by `onSmallDisk`, as seen from outside. */
export class SmallDisk {
  readonly #filler: string;

  constructor(pid: number, directory: string) {
    this.#filler = join('/proc', String(pid), 'root', directory, 'filler');
  }

  /** Fills the disk to the last byte. */
  async fill(): Promise<void> {
    const file = await open(this.#filler, 'a');
    for (let size = 65_536; size >= 1; size = size === 1 ? 0 : Math.floor(size / 2)) {
      try {
        for (;;) await file.write(Buffer.alloc(size));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
    await file.close();
  }

  /** Frees the space. */
  clear(): Promise<void> {
    return rm(this.#filler);
  }
}
