import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ConnectorStopped } from '@connectory/connector-sdk/engine';
import { type Frame, FrameError, type FrameLimits, FrameReader } from './frames.ts';

/** The program of a process, and the resources it may use; times in milliseconds, sizes in bytes. */
export interface ProcessOptions {
  readonly module: URL;
  readonly arguments: readonly string[];
  /** Folders it may read in addition to its module's. It may read nothing else in the file system, and write nothing. */
  readonly readable: readonly string[];
  /** Limit for the JavaScript heap. */
  readonly heap: number;
  /** Limit for all memory of the process, applied if the system reports it. */
  readonly memory: number;
  /** The longest frame that is currently accepted. */
  readonly limits: () => FrameLimits;
  readonly onFrame: (frame: Frame) => void;
  /**
   * Called once, with the reason as a clause. `wasKilled` is true if something else killed the process, such as a system that is out of
   * memory.
   */
  readonly onEnd: (reason: string, wasKilled: boolean) => void;
}

const mebibyte = 1024 * 1024;
const watchInterval = 100;
const exitAfterChannel = 500;

/**
 * A process with the permissions of Node.js: no files except those named, no child processes, threads or addons, an empty environment, a
 * bounded heap. It shares only one channel with this process.
 */
export class ContainedProcess {
  readonly #options: ProcessOptions;
  readonly #child: ChildProcess;
  readonly #channel: Duplex;
  #watch: NodeJS.Timeout | undefined;
  #processorTime: number | undefined = 0;
  #hasEnded = false;

  constructor(options: ProcessOptions) {
    this.#options = options;
    const file = fileURLToPath(options.module);
    const readable = [dirname(file), ...options.readable].map((path) => `--allow-fs-read=${path}`);
    const heap = `--max-old-space-size=${Math.round(options.heap / mebibyte)}`;
    this.#child = spawn(process.execPath, ['--permission', ...readable, heap, file, ...options.arguments], {
      env: {},
      cwd: dirname(file),
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      windowsHide: true,
    });
    this.#channel = this.#child.stdio[3] as Duplex;
    const frames = new FrameReader(options.limits);
    this.#channel.on('data', (chunk: Buffer) => this.#read(frames, chunk));
    // When a process exits, the channel breaks first, but the exit itself says more.
    this.#channel.on('error', () => {
      setTimeout(() => this.end('its process closed the channel'), exitAfterChannel).unref();
    });
    this.#child.on('error', (error) => this.end(`its process could not be started: ${error.message}`));
    this.#child.on('exit', (code, signal) => this.#end(describeExit(code, signal), signal === 'SIGKILL'));
    running.add(this);
    endWithThisProcess();
    this.#yieldToOthers();
    this.release();
  }

  /** Milliseconds of processor time at the last measurement; undefined if the system does not report it. */
  get processorTime(): number | undefined {
    return this.#processorTime;
  }

  /** Sends a frame. Frames the process does not read are buffered in memory. */
  send(frame: Buffer): void {
    if (!this.#hasEnded) this.#channel.write(frame);
  }

  /** While work is in progress, keeps this process alive and watches the memory of the other. */
  hold(): void {
    this.#child.ref();
    refer(this.#channel, 'ref');
    this.#watch ??= setInterval(() => void this.measure(), watchInterval).unref();
  }

  /** The opposite of `hold`. */
  release(): void {
    this.#child.unref();
    refer(this.#channel, 'unref');
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Ends the process immediately. The first reason counts. */
  end(reason: string): void {
    this.#end(reason, false);
  }

  /** Kills the process without further notice. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #end(reason: string, wasKilled: boolean): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.release();
    running.delete(this);
    this.kill();
    this.#channel.destroy();
    this.#options.onEnd(reason, wasKilled);
  }

  #read(frames: FrameReader, chunk: Buffer): void {
    if (this.#hasEnded) return;
    try {
      for (const frame of frames.read(chunk)) {
        this.#options.onFrame(frame);
        if (this.#hasEnded) return;
      }
    } catch (error) {
      // Whatever goes wrong because of a message is the plugin's: it must not end the gateway.
      this.end(`it sent an invalid message${error instanceof FrameError ? `: ${error.message}` : ''}`);
    }
  }

  /** Measures its processor time and its memory, and ends it if it uses too much memory. */
  async measure(): Promise<void> {
    const read = (file: string) => readFile(`/proc/${this.#child.pid}/${file}`, 'utf8').catch(() => '');
    const [pages, figures] = await Promise.all([read('statm'), read('stat')]);
    this.#processorTime = processorTimeIn(figures);
    const bytes = Number(pages.split(' ')[1] ?? 0) * 4096;
    if (bytes > this.#options.memory) this.end(`it took more than ${Math.round(this.#options.memory / mebibyte)} MiB`);
  }

  // Live calls have priority on a busy machine, and if memory runs out, the system does not kill the gateway.
  #yieldToOthers(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process has already ended.
    }
    void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
  }
}

const running = new Set<ContainedProcess>();
let isListening = false;

// A process in an endless loop does not notice that its channel is closed.
function endWithThisProcess(): void {
  if (isListening) return;
  isListening = true;
  process.on('exit', () => {
    for (const contained of running) contained.kill();
  });
}

/** The error for work that a process did not do; the reason is a clause. */
export const stoppedFor = (reason: string): ConnectorStopped => new ConnectorStopped(`${reason}.`);

function refer(channel: Duplex, change: 'ref' | 'unref'): void {
  (channel as Duplex & { ref(): void; unref(): void })[change]();
}

// proc_pid_stat(5): fields 14 and 15 are in hundredths of a second; the second field is a name in parentheses.
function processorTimeIn(stat: string): number | undefined {
  const figures = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const time = 10 * (Number(figures[11]) + Number(figures[12]));
  return Number.isNaN(time) ? undefined : time;
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  // V8 aborts a process whose heap is full.
  if (signal === 'SIGABRT' || code === 134) return 'its process was aborted, as it is when its memory is used up';
  return `its process ended (${signal === null ? `exit code ${code}` : signal})`;
}
