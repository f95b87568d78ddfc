import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The resources of a gateway process at one moment. */
export interface Sample {
  /** Seconds since the watch began. */
  readonly seconds: number;
  /** Linux only, otherwise 0, like `descriptors`. */
  readonly residentMegabytes: number;
  readonly descriptors: number;
  /** After a garbage collection, including the external memory of the heap's objects. */
  readonly heapMegabytes: number;
  readonly handles: number;
  /** Delay of the event loop since the previous sample, in milliseconds. */
  readonly lag: { readonly p99: number; readonly highest: number };
}

/** The environment that makes a process observable. */
export function watchable(directory: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${new URL('./process-figures.ts', import.meta.url).href}`,
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

  /** Takes a sample. Throws an `Error` if the process does not respond. */
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
