/** Why an exchange gave no response, and whether the upstream may have received the request. */
export class ExchangeError extends Error {
  readonly kind: 'timeout' | 'network' | 'too-large' | 'incomplete' | 'aborted' | 'shutdown' | 'no-room';
  /** False only when it is certain that no byte of the request left. */
  readonly sent: boolean;

  constructor(kind: ExchangeError['kind'], sent: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExchangeError';
    this.kind = kind;
    this.sent = sent;
  }

  /** The same after the request has left. */
  afterSending(): ExchangeError {
    return this.sent ? this : new ExchangeError(this.kind, true, this.message, this.cause);
  }
}
