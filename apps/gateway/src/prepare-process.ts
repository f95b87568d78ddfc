import { setFlagsFromString } from 'node:v8';
import { surviveBrokenOutput } from './survive-broken-output.ts';

/** By then, V8 has freed what only the start needed. */
const afterStartMilliseconds = 60_000;

/** Prepares a process that only serves a gateway. Call it before anything else. */
export function prepareProcess(): void {
  surviveBrokenOutput();
  // Only the gateway's user can read what it writes.
  process.umask(0o077);
  // Otherwise V8 scans its whole heap for every 64 MB that pass through buffers, which is two thirds of the cost of a download.
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  // Collecting the young generation with four threads costs 10 % more processor time per call than with one, and the other cores are used
  // by other processes.
  setFlagsFromString('--no-parallel-scavenge');
  // V8 learns from the first calls which objects live long, and is wrong about those of concurrent calls. Allocated in the old generation,
  // they keep what they refer to alive until the next full collection: the heap of a busy gateway grew to twice its size, and collecting
  // the young generation took two to four times as long.
  setFlagsFromString('--no-allocation-site-pretenuring');
  setTimeout(keepShapes, afterStartMilliseconds).unref();
}

// After some seconds without a call, V8 frees memory so thoroughly that it forgets the shapes of objects, and with them the optimized code:
// the calls of the next two seconds took up to 70 % more processor time.
function keepShapes(): void {
  setFlagsFromString('--no-memory-reducer-favors-memory');
  setFlagsFromString('--retain-maps-for-n-gc=50');
}
