/**
 * The most milliseconds of processor time for which one step of work held the event loop while something ran. Time in which the processor
 * did other work does not count, so that a busy machine measures what a quiet one does.
 */
export async function heldDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let next = setImmediate(function measure() {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
    next = setImmediate(measure);
  });
  try {
    await work();
    return longest;
  } finally {
    clearImmediate(next);
  }
}
