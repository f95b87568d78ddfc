import { Worker } from 'node:worker_threads';
import { ConnectorStopped } from '@connectory/connector-sdk/engine';
import type { Asked, ThreadMessage } from './messages.ts';
import type { ThreadData } from './plugin-thread.ts';

/** The data of a thread, and what is done with its messages and its end. */
export interface ThreadOptions extends ThreadData {
  /** Whatever it throws ends the thread. */
  readonly onMessage: (message: Extract<ThreadMessage, { readonly kind: 'said' }>) => void;
  /** Called once, with the reason as a clause. */
  readonly onEnd: (reason: string) => void;
}

const mebibyte = 1024 * 1024;

/** A thread of this process with one interpreter, an empty environment and a bounded heap of its own. */
export class ContainedThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  #hasEnded = false;

  constructor({ onMessage, onEnd, ...data }: ThreadOptions) {
    this.#options = { onMessage, onEnd, ...data };
    const heap = Math.ceil(data.memory / mebibyte);
    this.#worker = new Worker(new URL(import.meta.resolve('@connectory/gateway/plugin-thread')), {
      workerData: data satisfies ThreadData,
      name: `plugin ${data.packageName}`,
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 16, stackSizeMb: 8 },
    });
    // Nothing that a plugin does is written; what the thread itself writes is dropped.
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) stream.resume();
    this.#worker.on('message', (message: ThreadMessage) => this.#take(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'its memory is used up' : `its thread failed: ${error.message}`,
      );
    });
    this.#worker.on('exit', () => this.end('its thread ended'));
    this.release();
  }

  /** Milliseconds of processor time; undefined if the runtime does not report it. */
  async processorTime(): Promise<number | undefined> {
    // Node.js 22 has no such method.
    const usage = await this.#worker.cpuUsage?.().catch(() => undefined);
    return usage && (usage.user + usage.system) / 1000;
  }

  /** Passes on a question. */
  send(asked: Asked): void {
    const buffers = asked.rows.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer as ArrayBuffer]));
    this.#worker.postMessage(asked, buffers);
  }

  /** Keeps the process alive while work is in progress. */
  hold(): void {
    this.#worker.ref();
  }

  /** The opposite of `hold`. */
  release(): void {
    this.#worker.unref();
  }

  /** Ends the thread immediately. The first reason counts. */
  end(reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    void this.#worker.terminate();
    this.#options.onEnd(reason);
  }

  #take(message: ThreadMessage): void {
    if (this.#hasEnded) return;
    if (message.kind === 'ended') {
      this.end(message.reason);
      return;
    }
    try {
      this.#options.onMessage(message);
    } catch {
      // Whatever goes wrong because of a message is the plugin's: it must not end the gateway.
      this.end('it sent an invalid message');
    }
  }
}

/** The error for work that a thread did not do; the reason is a clause. */
export const stoppedFor = (reason: string): ConnectorStopped => new ConnectorStopped(`${reason}.`);
