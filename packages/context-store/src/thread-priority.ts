import { getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';

/**
 * Gives the calling thread a niceness, on Linux, where threads have their own. A thread that is nicer already stays as it is: a process that
 * was started with `nice` may not become less nice.
 */
export function yieldToOtherThreads(niceness: number): void {
  if (platform === 'linux' && getPriority(0) < niceness) setPriority(0, niceness);
}
