import { createHash, randomUUID } from 'node:crypto';
import { writeSorted } from '@connectory/exact-json';
import { CallProblem } from './call-problem.ts';

/** What became of a reply: it counts, its question has been answered before, or it belongs to no such question of this caller. */
export type Taken = 'taken' | 'used' | 'unknown';

/**
 * The questions of a caller to their user whose replies come with a repeated call, so that nothing waits meanwhile. The client keeps the
 * state of a question and sends it back with the reply.
 */
export interface Questions {
  /** Begins a question about `subject`, and returns its state. */
  open(subject: string): Promise<string>;
  /** Takes the reply to the question with that state, once and only if it is about `subject`. */
  take(state: string, subject: string): Promise<Taken>;
}

/** Thrown where a tool cannot go on before the user has replied: the client asks them, and repeats the call. */
export class OpenQuestion extends CallProblem {
  /** Comes back with the reply. */
  readonly state: string;
  /** The page that the user visits; undefined where they only agree. */
  readonly url: string | undefined;

  constructor(message: string, state: string, url?: string) {
    super({ code: 'confirmation_required', message });
    this.name = 'OpenQuestion';
    this.state = state;
    this.url = url;
  }
}

/** What a question is about: a call with exactly these arguments, and the text that the user reads. */
export function subjectOf(tool: string, input: unknown, message: string): string {
  return createHash('sha256')
    .update(writeSorted([tool, input ?? {}, message]))
    .digest('base64url');
}

const maxOpen = 1_000;

/** Questions of the only client of a process. */
export class OwnQuestions implements Questions {
  readonly #open = new Map<string, string | undefined>();

  async open(subject: string): Promise<string> {
    const state = randomUUID();
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpen && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(state, subject);
    return state;
  }

  async take(state: string, subject: string): Promise<Taken> {
    if (!this.#open.has(state)) return 'unknown';
    const own = this.#open.get(state);
    if (own === undefined) return 'used';
    if (own !== subject) return 'unknown';
    this.#open.set(state, undefined);
    return 'taken';
  }
}
