import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a gateway process takes at one moment. */
export interface Sample {
  /** Seconds since the watch began. */
  readonly seconds: number;
  /** Linux only, else 0, as `descriptors`. */
  readonly residentMegabytes: number;
  readonly descriptors: number;
  /** After a garbage collection, with the memory outside of the heap that belongs to it. */
  readonly heapMegabytes: number;
  readonly handles: number;
  /** How late the event loop was since the sample before, in milliseconds. */
  readonly lag: { readonly p99: number; readonly highest: number };
}

/** The environment that lets a process be watched. */
export function watchable(directory: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${new URL('../inside/figures.ts', import.meta.url).href}`,
    REHEARSAL_FIGURES: socketIn(directory),
  };
}

/** Takes samples of a process that was started with `watchable`. */
export class ProcessWatch {
  readonly samples: Sample[] = [];
  readonly #pid: number;
  readonly #socket: string;
  readonly #begun = performance.now();

  constructor(pid: number, directory: string) {
    this.#pid = pid;
    this.#socket = socketIn(directory);
  }

  /** Takes a sample. Throws an `Error` when the process does not answer. */
  async take(): Promise<Sample> {
    const status = await readFile(`/proc/${this.#pid}/status`, 'utf8').catch(() => '');
    const descriptors = (await readdir(`/proc/${this.#pid}/fd`).catch(() => [])).length;
    const { lag, heapUsed, external, handles } = JSON.parse(await text(connect(this.#socket)));
    const sample = {
      seconds: (performance.now() - this.#begun) / 1000,
      residentMegabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024,
      descriptors,
      heapMegabytes: (heapUsed + external) / 2 ** 20,
      handles,
      lag,
    };
    this.samples.push(sample);
    return sample;
  }
}

const socketIn = (directory: string) => join(directory, 'figures.socket');
