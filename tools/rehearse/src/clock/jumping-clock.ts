import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);

/**
 * A clock with an adjustable offset for gateway processes. With libfaketime (the Debian package of that name) it applies to the whole
 * process, including SQLite; otherwise only to JavaScript.
 */
export class JumpingClock {
  readonly #file: string;
  readonly #library = libraries.find((path) => existsSync(path));

  constructor(directory: string) {
    this.#file = join(directory, 'clock');
  }

  /** What the clock applies to. */
  get reach(): string {
    return this.#library === undefined
      ? 'JavaScript alone: install libfaketime for the clock of SQLite'
      : 'the whole process, SQLite included';
  }

  /** The environment of processes that follow the clock. */
  get environment(): Readonly<Record<string, string>> {
    if (this.#library === undefined) {
      const preload = new URL('../inside/clock.ts', import.meta.url).href;
      return { NODE_OPTIONS: `--import ${preload}`, REHEARSAL_CLOCK: this.#file };
    }
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** Sets the offset of the clock, in seconds. */
  set(seconds: number): Promise<void> {
    return writeFile(this.#file, `${offsetText(seconds)}\n`);
  }

  /** Waits until a gateway follows the clock. */
  async untilFollowed(url: string, seconds: number): Promise<void> {
    while (!(await this.#isFollowed(url, seconds))) await delay(50);
  }

  async #isFollowed(url: string, seconds: number): Promise<boolean> {
    if (this.#library === undefined) {
      return (await readFile(`${this.#file}.followed`, 'utf8').catch(() => '')) === offsetText(seconds);
    }
    const { headers, body } = await request(`${url}/healthz`);
    await body.dump();
    const off = (Date.parse(String(headers.date)) - Date.now()) / 1000;
    return Math.abs(off - seconds) < 60;
  }
}

const offsetText = (seconds: number) => `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`;
