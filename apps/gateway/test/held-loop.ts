/**
 * The most milliseconds of processor time for which one step of work held the event loop while something ran. Time in which the processor
 * did other work does not count, so that a busy machine measures what a quiet one does.
 */
export async function heldDuring(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const measure = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  };
  let next = setImmediate(function step() {
    measure();
    next = setImmediate(step);
  });
  try {
    await work();
    // Work without a pause ends before the first step.
    measure();
    return longest;
  } finally {
    clearImmediate(next);
  }
}
