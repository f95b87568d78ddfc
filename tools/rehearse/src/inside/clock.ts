/**
 * Loaded into every thread of a gateway process with `--import`, where no libfaketime is at hand: `Date` is as far off as the file
 * `REHEARSAL_CLOCK` says, in seconds (`+3600`). The clocks of databases and timers stay as they are.
 */
import { readFileSync } from 'node:fs';

const path = process.env.REHEARSAL_CLOCK;

if (path !== undefined) {
  const TrueDate = Date;
  let offset = 0;
  const read = () => {
    try {
      offset = Number(readFileSync(path, 'utf8').trim()) * 1000 || 0;
    } catch {
      // It is being written.
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
