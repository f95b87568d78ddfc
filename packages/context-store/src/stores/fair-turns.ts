/** A granted turn; `end` returns it, once. */
export interface Turn {
  readonly end: () => void;
}

interface Waiting {
  readonly begin: (turn: Turn) => void;
}

/**
 * Shares a number of turns among workspaces. A workspace gets another turn while it has fewer than are free, so it never has more than half
 * of them (rounded up), and the next workspace finds one. Turns are assigned in order within a workspace, and round robin among workspaces.
 */
export class FairTurns {
  readonly #limit: () => number;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #taken = new Map<string, number>();
  #inUse = 0;
  #waiting = 0;

  /** The number may change; granted turns are kept. */
  constructor(turns: number | (() => number)) {
    this.#limit = typeof turns === 'number' ? () => turns : turns;
  }

  /** Number of turns. */
  get limit(): number {
    return this.#limit();
  }

  /** Turns that are taken. */
  get inUse(): number {
    return this.#inUse;
  }

  /** How many wait for a turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many of a workspace wait for a turn. */
  waitingOf(workspace: string): number {
    return this.#queues.get(workspace)?.length ?? 0;
  }

  /** Whether another workspace is waiting for a turn. */
  isWantedByOthers(workspace: string): boolean {
    return this.#waiting > this.waitingOf(workspace);
  }

  /** A turn, if none is waiting and the workspace may have one now; otherwise null. */
  takeNow(workspace: string): Turn | null {
    return this.#waiting === 0 && this.#mayHave(workspace) ? this.#begin(workspace) : null;
  }

  /** Waits for a turn. Rejects with the reason of the signal when that aborts first. */
  take(workspace: string, signal?: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = () => {
        this.#leave(workspace, waiting);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        begin: (turn) => {
          signal?.removeEventListener('abort', leave);
          resolve(turn);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const queue = this.#queues.get(workspace) ?? [];
      this.#queues.set(workspace, queue);
      queue.push(waiting);
      this.#waiting += 1;
      this.#give();
    });
  }

  #give(): void {
    for (;;) {
      const next = [...this.#queues].find(([workspace]) => this.#mayHave(workspace));
      if (next === undefined) return;
      const [workspace, queue] = next;
      const waiting = queue.shift();
      // The workspace that was granted a turn moves to the end.
      this.#queues.delete(workspace);
      if (queue.length > 0) this.#queues.set(workspace, queue);
      this.#waiting -= 1;
      waiting?.begin(this.#begin(workspace));
    }
  }

  #mayHave(workspace: string): boolean {
    return this.#takenBy(workspace) < this.limit - this.#inUse;
  }

  #begin(workspace: string): Turn {
    this.#inUse += 1;
    this.#taken.set(workspace, this.#takenBy(workspace) + 1);
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#inUse -= 1;
        const left = this.#takenBy(workspace) - 1;
        if (left === 0) this.#taken.delete(workspace);
        else this.#taken.set(workspace, left);
        this.#give();
      },
    };
  }

  #leave(workspace: string, waiting: Waiting): void {
    const queue = this.#queues.get(workspace);
    if (queue === undefined) return;
    queue.splice(queue.indexOf(waiting), 1);
    this.#waiting -= 1;
    if (queue.length === 0) this.#queues.delete(workspace);
  }

  #takenBy(workspace: string): number {
    return this.#taken.get(workspace) ?? 0;
  }
}
