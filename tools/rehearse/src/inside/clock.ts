/**
 * Loaded into every thread of a gateway process with `--import` if libfaketime is not available: shifts `Date` by the offset in the file
 * `REHEARSAL_CLOCK`, in seconds (`+3600`); `REHEARSAL_CLOCK.followed` contains the offset of the main thread. The clocks of databases and
 * timers are not affected, nor is the `Date` header, for which Node.js uses a separate clock.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const path = process.env.REHEARSAL_CLOCK;

if (path !== undefined) {
  const TrueDate = Date;
  let offset = 0;
  let followed = '';
  const read = () => {
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (text === followed || text === '') return;
      offset = Number(text) * 1000;
      followed = text;
      if (isMainThread) writeFileSync(`${path}.followed`, text);
    } catch {
      // The file is being written.
    }
  };
  read();
  setInterval(read, 20).unref();

  class JumpingDate extends TrueDate {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(TrueDate.now() + offset);
      else super(...(parts as [number]));
    }

    static override now(): number {
      return TrueDate.now() + offset;
    }
  }

  globalThis.Date = JumpingDate as DateConstructor;
}
