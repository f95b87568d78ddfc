import { execFileSync } from 'node:child_process';
import { platform } from 'node:process';
import { expect, it } from 'vitest';

const program = `
  import { getPriority } from 'node:os';
  const { yieldToOtherThreads } = await import(new URL('thread-priority.ts', process.argv[1]).href);
  yieldToOtherThreads(10);
  console.log(getPriority(0));
`;

/** The niceness of a thread after it yielded to others, in a process that was started with a niceness. */
function nicenessAfter(started: number): number {
  const words = [process.execPath, '--input-type=module', '--eval', program, '--', import.meta.url];
  return Number(execFileSync('nice', ['-n', String(started), ...words], { encoding: 'utf8' }));
}

it.runIf(platform === 'linux')('a thread becomes nicer, but never less nice than its process was started', () => {
  expect(nicenessAfter(0)).toBe(10);
  expect(nicenessAfter(15)).toBe(15);
});
