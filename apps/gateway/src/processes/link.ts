/** The requests that one end of a link handles: the topics, each with its question and its response. */
export type Topics = { readonly [topic: string]: { readonly asks: unknown; readonly answers: unknown } };

/** A message between two processes, as it crosses the channel. */
export interface LinkMessage {
  readonly link: 'ask' | 'tell' | 'answer' | 'fault';
  /** ID of its question; 0 for a notification. */
  readonly id: number;
  readonly topic: string;
  readonly body: unknown;
}

type Handler = (body: never) => unknown;

interface Asked {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One end of a channel between two processes: sends questions to the other end and responds to its questions. `Theirs` are the topics of
 * the other end, `Ours` those of this one. Messages keep their order.
 */
export class Link<Theirs extends Topics, Ours extends Topics> {
  readonly #send: (message: LinkMessage) => void;
  readonly #handlers = new Map<string, Handler>();
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  #isClosed = false;

  constructor(send: (message: LinkMessage) => void) {
    this.#send = send;
  }

  /** Handles questions on a topic. Errors of the handler reject at the other end. */
  on<Topic extends keyof Ours & string>(
    topic: Topic,
    handler: (body: Ours[Topic]['asks']) => Ours[Topic]['answers'] | Promise<Ours[Topic]['answers']>,
  ): void {
    this.#handlers.set(topic, handler as Handler);
  }

  /** Calls `handler` with notifications on a topic, which are only acknowledged. */
  hear<Topic extends keyof Ours & string>(topic: Topic, handler: (body: Ours[Topic]['asks']) => void): void {
    this.#handlers.set(topic, (body) => {
      handler(body);
    });
  }

  /** Sends a question. Rejects if the other end throws, or the link closes before the response. */
  ask<Topic extends keyof Theirs & string>(
    topic: Topic,
    body: Theirs[Topic]['asks'],
  ): Promise<Theirs[Topic]['answers']> {
    if (this.#isClosed) return Promise.reject(closed());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#send({ link: 'ask', id, topic, body });
    });
  }

  /** Sends a notification, which has no response. */
  tell<Topic extends keyof Theirs & string>(topic: Topic, body: Theirs[Topic]['asks']): void {
    if (!this.#isClosed) this.#send({ link: 'tell', id: 0, topic, body });
  }

  /** Receives a message of the channel; anything that is not a message of a link is ignored. */
  receive(message: unknown): void {
    if (!isLinkMessage(message)) return;
    const { link, id, topic, body } = message;
    if (link === 'ask' || link === 'tell') {
      this.#handle(message);
      return;
    }
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (link === 'answer') asked?.resolve(body as never);
    else asked?.reject(new Error(`${topic}: ${String(body)}`));
  }

  /** Closes the link: pending questions reject. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#asked.values()) reject(closed());
    this.#asked.clear();
  }

  #handle({ link, id, topic, body }: LinkMessage): void {
    const answer = (kind: 'answer' | 'fault', content: unknown) => {
      if (link === 'ask' && !this.#isClosed) this.#send({ link: kind, id, topic, body: content });
    };
    const fail = (error: unknown) => answer('fault', error instanceof Error ? error.message : error);
    try {
      const handler = this.#handlers.get(topic);
      if (handler === undefined) throw new Error('Nobody answers this.');
      const result = handler(body as never);
      if (result instanceof Promise) result.then((value) => answer('answer', value), fail);
      else answer('answer', result);
    } catch (error) {
      fail(error);
    }
  }
}

const isLinkMessage = (message: unknown): message is LinkMessage =>
  typeof message === 'object' && message !== null && 'link' in message;

const closed = () => new Error('The other process has ended.');
