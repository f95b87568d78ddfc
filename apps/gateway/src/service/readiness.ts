import { setTimeout as delay } from 'node:timers/promises';
import type { ControlPlane } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import type { Logger } from 'pino';
import { findDiskProblem } from '../start/data-directory.ts';
import type { EventLoopWatch } from '../telemetry/event-loop.ts';
import type { ReadinessBody } from './schemas.ts';

/** Why a process accepts no requests; null if it does. */
export type NotReadyReason = ReadinessBody['reason'];

/** Inputs of readiness. */
export interface ReadinessParts {
  readonly controlPlane: ControlPlane;
  readonly copy: ContextCopy | undefined;
  /** The folder that must have free space; null if nothing is stored in files. */
  readonly dataDirectory: string | null;
  readonly eventLoop: EventLoopWatch;
  readonly logger: Logger;
}

const rememberedMilliseconds = 1_000;
const maxCheckMilliseconds = 2_000;
const maxPageMilliseconds = 10 * 60 * 1_000;

/**
 * Checks whether a process can do its work, and returns the first reason why not. Results are cached for a second, so that callers may
 * check at any rate; each check times out after two seconds.
 */
export class Readiness {
  readonly #parts: ReadinessParts;
  #last: { readonly at: number; readonly reason: Promise<NotReadyReason> } | undefined;
  #logged: NotReadyReason = null;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
  }

  reason(): Promise<NotReadyReason> {
    const now = performance.now();
    if (this.#last !== undefined && now - this.#last.at < rememberedMilliseconds) return this.#last.reason;
    const reason = this.#find().then((found) => this.#log(found));
    this.#last = { at: now, reason };
    return reason;
  }

  async #find(): Promise<NotReadyReason> {
    const { controlPlane, copy, dataDirectory, eventLoop } = this.#parts;
    const [stored, disk, store] = await Promise.all([
      within(controlPlane.findProblem(), maxCheckMilliseconds, 'database_unavailable' as const),
      dataDirectory === null
        ? null
        : within(findDiskProblem(dataDirectory), maxCheckMilliseconds, 'unwritable' as const),
      copy === undefined
        ? null
        : within(
            copy.ping().then(() => null),
            maxCheckMilliseconds,
            'context_store_unavailable' as const,
          ),
    ]);
    if (disk === 'full') return 'disk_full';
    if (stored !== null) return stored;
    if (disk !== null) return 'disk_unwritable';
    if (store !== null) return store;
    if ((copy?.maxPage() ?? 0) > maxPageMilliseconds) return 'work_stuck';
    return eventLoop.isStalled ? 'event_loop_stalled' : null;
  }

  #log(reason: NotReadyReason): NotReadyReason {
    if (reason !== this.#logged) {
      if (reason === null) this.#parts.logger.info('ready again');
      else this.#parts.logger.error({ reason }, 'not ready');
    }
    this.#logged = reason;
    return reason;
  }
}

/** Returns the result of some work, or `otherwise` if it fails or takes longer than that. */
async function within<Found, Otherwise>(
  work: Promise<Found>,
  milliseconds: number,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  const enough = new AbortController();
  const late = delay(milliseconds, otherwise, { signal: enough.signal, ref: false }).catch(() => otherwise);
  try {
    return await Promise.race([work.catch(() => otherwise), late]);
  } finally {
    enough.abort();
  }
}
