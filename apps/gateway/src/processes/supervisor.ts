import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cutLostConnection } from './cut-lost-connection.ts';
import { Link } from './link.ts';
import type { Served, WorkerLink } from './topics.ts';
import { WorkerGroup } from './worker-group.ts';

/** A worker that ends earlier than this counts as a failed start. */
const shortLife = 10_000;
/** After this many consecutive failed starts, while no other worker serves, the supervisor gives up. */
const mostFailures = 5;
const longestPause = 30_000;
/** How long a retiring worker keeps responding on its connections; longer than the maximum idle time of a connection. */
const longestRetirement = 90_000;

interface WorkerProcess {
  readonly number: number;
  readonly worker: Worker;
  readonly link: WorkerLink;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** When it began to listen; undefined before. */
  startedAt: number | undefined;
}

/** Milliseconds before a worker is restarted after this many consecutive failures: it ended early, or did not start. */
export const pauseAfter = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(longestPause, 1_000 * 2 ** (failures - 2));

/** Starts the workers of a gateway, replaces those that end, and stops them. */
export class Supervisor {
  readonly #count: number;
  readonly #logger: Logger;
  readonly #giveUp: (error: Error) => void;
  readonly #group = new WorkerGroup();
  /** The serving workers, by number; retiring ones are not among them. */
  readonly #current = new Map<number, WorkerProcess>();
  readonly #running = new Set<WorkerProcess>();
  readonly #failures = new Map<number, number>();
  #restarting: Promise<void> | undefined;
  #isStopping = false;

  /** `giveUp` is called if no worker serves and none can be started. */
  constructor(count: number, logger: Logger, giveUp: (error: Error) => void) {
    this.#count = count;
    this.#logger = logger;
    this.#giveUp = giveUp;
  }

  /** Starts one worker and, once it listens, the others in the background. Throws an `Error` if the first cannot start. */
  async start(): Promise<Served> {
    const served = await this.#start(1);
    for (let number = 2; number <= this.#count; number++) void this.#keep(number);
    return served;
  }

  /**
   * Replaces one worker after another. The new one listens before the old one stops accepting connections; if a new one cannot start, the
   * old ones stay.
   */
  restartAll(): Promise<void> {
    this.#restarting ??= this.#restartAll().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  /** Stops all workers and resolves when they have ended. Throws if one of them could not end properly. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = [...this.#running];
    for (const { worker, link, startedAt } of running) {
      if (startedAt === undefined) worker.process.kill('SIGKILL');
      else link.tell('close', null);
    }
    await Promise.all(running.map(({ ended }) => ended));
    const failed = running.filter(({ worker, startedAt }) => startedAt !== undefined && worker.process.exitCode !== 0);
    this.#logger.flush();
    if (failed.length > 0) throw new Error('A process could not end in time.');
  }

  async #restartAll(): Promise<void> {
    this.#logger.info('replacing all processes');
    for (const number of [...this.#current.keys()].sort((one, other) => one - other)) {
      const old = this.#current.get(number);
      if (this.#isStopping || old === undefined) return;
      try {
        await this.#start(number);
      } catch (error) {
        this.#logger.error({ number, error: messageOf(error) }, 'a process could not be replaced; the others stay');
        return;
      }
      old.link.tell('retire', null);
      const end = setTimeout(() => old.link.tell('close', null), longestRetirement);
      await old.ended;
      clearTimeout(end);
    }
    this.#logger.info('replaced all processes');
  }

  /** Starts a worker, retrying until it listens. */
  async #keep(number: number): Promise<void> {
    while (!this.#isStopping) {
      const failures = this.#failures.get(number) ?? 0;
      await delay(pauseAfter(failures));
      if (this.#isStopping) return;
      try {
        await this.#start(number);
        return;
      } catch (error) {
        this.#failures.set(number, failures + 1);
        this.#logger.error({ number, error: messageOf(error) }, 'a process could not be started');
        if (this.#current.size === 0 && failures + 1 >= mostFailures && !this.#isStopping)
          this.#giveUp(error instanceof Error ? error : new Error(messageOf(error)));
      }
    }
  }

  #start(number: number): Promise<Served> {
    const worker = cluster.fork();
    cutLostConnection(worker.process);
    const link: WorkerLink = new Link((message) => {
      if (worker.isConnected()) worker.send(message, undefined, () => {});
    });
    worker.on('message', (message) => link.receive(message));
    // A message that can no longer be sent belongs to a worker that is ending.
    worker.on('error', () => {});
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const started: WorkerProcess = { number, worker, link, ended, startedAt: undefined };
    this.#running.add(started);
    this.#group.admit(link);
    return new Promise((resolve, reject) => {
      let reason = 'A process ended before it listened.';
      link.on('hello', () => ({ number, count: this.#count }));
      link.hear('failed', (message) => {
        reason = message;
      });
      link.hear('started', (served) => {
        started.startedAt = performance.now();
        this.#current.set(number, started);
        this.#logger.info({ number, pid: worker.process.pid }, 'a process serves');
        resolve(served);
      });
      void ended.then(() => {
        this.#ended(started);
        reject(new Error(reason));
      });
    });
  }

  #ended(ended: WorkerProcess): void {
    const { number, worker, link, startedAt } = ended;
    this.#running.delete(ended);
    void this.#group.leave(link);
    if (this.#current.get(number) !== ended) return;
    this.#current.delete(number);
    if (this.#isStopping || startedAt === undefined) return;
    const { exitCode: code, signalCode: signal } = worker.process;
    this.#logger.error({ number, code, signal }, 'a process ended, and is started again');
    const isShort = performance.now() - startedAt < shortLife;
    this.#failures.set(number, isShort ? (this.#failures.get(number) ?? 0) + 1 : 0);
    void this.#keep(number);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
