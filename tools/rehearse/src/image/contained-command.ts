import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devices } from './root-file-system.ts';

/** The user who runs a program in a root file system, and the folder it may write to. */
export interface Containment {
  readonly root: string;
  readonly user: number;
  readonly group: number;
  /** The only writable folder, by its path within the root. */
  readonly volume: string;
  /** The folder that is mounted there. */
  readonly data: string;
}

const script = `
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
for device in $DEVICES; do mount --bind "$device" "$ROOT$device"; done
mount -t proc proc "$ROOT/proc"
mount --bind "$DATA" "$ROOT$VOLUME"
mount -o remount,bind,ro "$ROOT"
exec chroot --userspec="$CONTAINED_AS" "$ROOT" "$@"
`;

/** Why this machine cannot run a program in a separate root file system; undefined if it can. */
export function whyNoContainment(): string | undefined {
  if (process.getuid?.() !== 0) return 'changing the root needs root';
  try {
    execFileSync(
      'unshare',
      ['--mount', '--pid', '--fork', 'bash', '-c', 'mount -t tmpfs tmpfs /tmp && type chroot nsenter ldd'],
      {
        stdio: 'pipe',
      },
    );
    return undefined;
  } catch (error) {
    return `unshare, chroot and nsenter are needed: ${String(error).split('\n')[0]}`;
  }
}

/**
 * A command line that runs a program as process 1 of its own namespaces: as an unprivileged user, on a read-only root, with one writable
 * folder. It passes its environment on, and ends with the program.
 */
export function containedCommand(
  { root, user, group, volume, data }: Containment,
  program: readonly string[],
): readonly string[] {
  const names = {
    ROOT: root,
    VOLUME: volume,
    DATA: data,
    DEVICES: devices.join(' '),
    CONTAINED_AS: `${user}:${group}`,
  };
  const prefix = Object.entries(names).map(([name, value]) => `${name}='${value}'`);
  return [
    'unshare',
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'bash',
    '-ec',
    `${prefix.join('\n')}\n${script}`,
    'bash',
    ...program,
  ];
}

/** The process that `unshare` started, by its id outside the namespace: process 1 inside. */
export function firstProcessOf(unshare: number): number {
  return Number(readFileSync(join('/proc', String(unshare), 'task', String(unshare), 'children'), 'utf8').trim());
}

/** A command line that runs a program next to process 1, like a health check of the platform. */
export function besideCommand(
  pid: number,
  { user, group }: Containment,
  program: readonly string[],
): readonly string[] {
  const target = ['--target', String(pid), '--mount', '--pid', '--root', '--wd'];
  return ['nsenter', ...target, '--setuid', String(user), '--setgid', String(group), '--', ...program];
}
