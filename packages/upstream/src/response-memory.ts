/** Memory for responses, in bytes, and how long a response waits for memory, in milliseconds. */
export interface ResponseMemoryLimits {
  readonly perProcess: number;
  readonly perWorkspace: number;
  readonly maxWait: number;
}

interface Waiting {
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
  readonly settle: (hasRoom: boolean) => void;
}

/** Memory held by the responses of one workspace, and its waiting responses. */
interface Share {
  readonly workspace: string;
  inUse: number;
  readonly waiting: Map<HeldResponse, Waiting>;
}

/**
 * Limits the bytes of upstream responses in memory, from the first byte read until they are sent. Each workspace has a maximum share. A
 * response without room waits in line: in order within a workspace, and workspaces take turns.
 */
export class ResponseMemory {
  readonly #limits: ResponseMemoryLimits;
  readonly #shares = new Map<string, Share>();
  /** Workspaces with waiting responses; the next one in turn comes first. */
  readonly #turns = new Set<Share>();
  #inUse = 0;

  constructor(limits: ResponseMemoryLimits) {
    this.#limits = limits;
  }

  /** Bytes that are held now. */
  inUse(): number {
    return this.#inUse;
  }

  /** Number of responses that wait for memory. */
  waiting(): number {
    let all = 0;
    for (const { waiting } of this.#turns) all += waiting.size;
    return all;
  }

  /** A response of a workspace that holds no memory yet. */
  hold(workspace: string): HeldResponse {
    return new HeldResponse(this, workspace);
  }

  /** Reserves bytes for a response if there is room now. */
  take(held: HeldResponse, bytes: number): boolean {
    const share = this.#shareOf(held);
    if (share.waiting.size > 0 || !this.#fits(share, bytes)) return false;
    this.#move(share, held, bytes);
    return true;
  }

  /** Reserves bytes for a response as soon as there is room. Resolves to false if there was none in time. */
  wait(held: HeldResponse, bytes: number): Promise<boolean> {
    const share = this.#shareOf(held);
    return new Promise((settle) => {
      const timer = setTimeout(() => this.giveUp(held), this.#limits.maxWait);
      share.waiting.set(held, { bytes, timer, settle });
      held.waits = true;
      this.#turns.add(share);
      this.#serve();
    });
  }

  /** Removes a response from the queue. */
  giveUp(held: HeldResponse): void {
    const share = this.#shareOf(held);
    const waiting = share.waiting.get(held);
    if (waiting !== undefined) this.#settle(share, held, waiting, false);
    // The next one in the queue may need less.
    this.#serve();
    this.#forget(share);
  }

  give(held: HeldResponse, bytes: number): void {
    const share = this.#shareOf(held);
    this.#move(share, held, -bytes);
    if (this.#turns.size > 0) this.#serve();
    this.#forget(share);
  }

  #serve(): void {
    for (let served = true; served; ) {
      served = false;
      for (const share of [...this.#turns]) {
        const [next] = share.waiting;
        if (next === undefined) this.#turns.delete(share);
        else if (this.#fits(share, next[1].bytes)) {
          this.#settle(share, ...next, true);
          this.#turns.delete(share);
          this.#turns.add(share);
          served = true;
        }
      }
    }
  }

  #settle(share: Share, held: HeldResponse, { bytes, timer, settle }: Waiting, hasRoom: boolean): void {
    clearTimeout(timer);
    share.waiting.delete(held);
    held.waits = false;
    if (hasRoom) this.#move(share, held, bytes);
    settle(hasRoom);
  }

  #fits({ inUse }: Share, bytes: number): boolean {
    return inUse + bytes <= this.#limits.perWorkspace && this.#inUse + bytes <= this.#limits.perProcess;
  }

  #move(share: Share, held: HeldResponse, bytes: number): void {
    held.bytes += bytes;
    share.inUse += bytes;
    this.#inUse += bytes;
  }

  #shareOf({ workspace }: HeldResponse): Share {
    const known = this.#shares.get(workspace);
    if (known !== undefined) return known;
    const share: Share = { workspace, inUse: 0, waiting: new Map() };
    this.#shares.set(workspace, share);
    return share;
  }

  #forget(share: Share): void {
    if (share.inUse > 0 || share.waiting.size > 0) return;
    this.#shares.delete(share.workspace);
    this.#turns.delete(share);
  }
}

/** Memory held by one response. */
export class HeldResponse {
  readonly workspace: string;
  /** Bytes held now; `ResponseMemory` counts them. */
  bytes = 0;
  /** True while it waits for more. */
  waits = false;
  readonly #all: ResponseMemory;

  constructor(all: ResponseMemory, workspace: string) {
    this.#all = all;
    this.workspace = workspace;
  }

  /** Raises the number of held bytes to this total if there is room now. */
  grow(bytes: number): boolean {
    return bytes <= this.bytes || this.#all.take(this, bytes - this.bytes);
  }

  /** Raises the number of held bytes to this total as soon as there is room. Resolves to false if there was none in time. */
  growLater(bytes: number): Promise<boolean> {
    return this.#all.wait(this, bytes - this.bytes);
  }

  /** Lowers the number of held bytes to at most this many. */
  shrink(bytes: number): void {
    if (bytes < this.bytes) this.#all.give(this, this.bytes - bytes);
  }

  /** Releases everything and ends a wait for more. */
  release(): void {
    if (this.waits) this.#all.giveUp(this);
    this.shrink(0);
  }
}

/** Responses that the caller of an action has not received completely. Their bytes count until then. */
export class HeldResponses {
  readonly #responses: HeldResponse[] = [];
  #closed = false;

  add(response: HeldResponse): void {
    if (this.#closed) response.release();
    else this.#responses.push(response);
  }

  /** Number of responses held so far. */
  get size(): number {
    return this.#responses.length;
  }

  /** Releases a number of the held responses, oldest first. */
  release(count = this.#responses.length): void {
    for (const response of this.#responses.splice(0, count)) response.release();
  }

  /** Releases everything, including later responses. */
  close(): void {
    this.#closed = true;
    this.release();
  }
}
