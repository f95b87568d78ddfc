import { GatewayError } from '@connectory/errors';
import type { Clock } from './clock.ts';
import type { SyncBudget } from './live-priority.ts';
import type { SyncLimits } from './pass-limits.ts';
import type { WorkSlot } from './run-slot.ts';
import type { PageRequest, SourcePage, SyncSource } from './sync-source.ts';

/** What pages are read with. */
export interface PageReaderParts {
  readonly source: SyncSource;
  readonly budget: SyncBudget;
  readonly clock: Clock;
  readonly limits: SyncLimits;
}

/** Reads the pages of one run: each when it is its turn, and not for longer than a page may take. */
export class PageReader implements SyncSource {
  readonly #parts: PageReaderParts;
  readonly #slot: WorkSlot;

  constructor(parts: PageReaderParts, slot: WorkSlot) {
    this.#parts = parts;
    this.#slot = slot;
  }

  /** Resolves when it is the connection's turn to read a page, or when the signal aborts. */
  async turn(connectionId: string, signal: AbortSignal): Promise<void> {
    await this.#slot.pause();
    await this.#slot.waiting(() => this.#parts.budget.turn(connectionId, signal));
  }

  /** Sleeps without keeping others from working. */
  async sleep(seconds: number, signal: AbortSignal): Promise<void> {
    await this.#slot.waiting(() => this.#parts.clock.sleep(seconds * 1000, signal));
  }

  /** Reads a page. Throws `upstream_timeout` if it does not arrive in time, whatever the source does. */
  async readPage(request: PageRequest): Promise<SourcePage> {
    const { source, clock, limits } = this.#parts;
    const late = new AbortController();
    const isLate = Promise.withResolvers<never>();
    const forget = clock.after(limits.pageSeconds * 1000, () => {
      const error = tooLate(limits.pageSeconds);
      late.abort(error);
      isLate.reject(error);
    });
    const signal = AbortSignal.any([request.signal, late.signal]);
    try {
      return await this.#slot.waiting(() => Promise.race([source.readPage({ ...request, signal }), isLate.promise]));
    } finally {
      forget();
    }
  }
}

function tooLate(seconds: number): GatewayError {
  return new GatewayError(
    'upstream_timeout',
    `The page was not read within ${seconds} seconds; it will be read again later.`,
  );
}
