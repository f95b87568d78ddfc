const retryMilliseconds = 1_000;
const mostBytes = 64 * 1_048_576;

/** The stored response to a request with an idempotency key. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

interface Unstored {
  readonly end: () => Promise<void>;
  readonly answer: StoredAnswer | undefined;
}

/**
 * Stores how requests ended, and remembers what cannot be stored at the moment until it can be: the request has happened, so that a
 * fault of the database must not become its answer.
 */
export class UnstoredEnds {
  readonly #onError: (error: unknown) => void;
  readonly #unstored = new Map<string, Unstored>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Runs `end`, which stores the end of an attempt, until it succeeds. Resolves after the first try, and never rejects. */
  async store(attemptId: string, end: () => Promise<void>, answer?: StoredAnswer): Promise<void> {
    try {
      await end();
    } catch (error) {
      this.#onError(error);
      this.#remember(attemptId, end, answer);
      this.#schedule();
    }
  }

  /** The response of a finished attempt that could not be stored yet. */
  answerOf(attemptId: string): StoredAnswer | undefined {
    return this.#unstored.get(attemptId)?.answer;
  }

  /** Tries no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#unstored.clear();
  }

  #remember(attemptId: string, end: () => Promise<void>, answer: StoredAnswer | undefined): void {
    const length = answer?.body.length ?? 0;
    const fits = this.#bytes + length <= mostBytes;
    if (fits) this.#bytes += length;
    this.#unstored.set(attemptId, { end, answer: fits ? answer : undefined });
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#retry().catch(() => this.#schedule());
    }, retryMilliseconds).unref();
  }

  async #retry(): Promise<void> {
    for (const [attemptId, { end, answer }] of this.#unstored) {
      await end();
      this.#unstored.delete(attemptId);
      this.#bytes -= answer?.body.length ?? 0;
    }
  }
}
