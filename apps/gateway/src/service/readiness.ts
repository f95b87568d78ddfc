import type { ControlPlane } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import type { Logger } from 'pino';
import { within } from '../http/within.ts';
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
      checked(controlPlane.findProblem(), 'database_unavailable' as const),
      dataDirectory === null ? null : checked(findDiskProblem(dataDirectory), 'unwritable' as const),
      copy === undefined
        ? null
        : checked(
            copy.ping().then(() => null),
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

// A check that fails or takes too long has the result `otherwise`.
const checked = <Found, Otherwise>(work: Promise<Found>, otherwise: Otherwise): Promise<Found | Otherwise> =>
  within(
    work.catch(() => otherwise),
    maxCheckMilliseconds,
    otherwise,
  );
