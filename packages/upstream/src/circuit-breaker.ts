import { GatewayError } from '@connectory/connector-sdk';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

const failuresToOpen = 10;
const mostCircuits = 10_000;
// What the caller brings about says nothing about the upstream.
const askedFor: ReadonlySet<ExchangeError['kind']> = new Set(['aborted', 'too-large']);

interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  openedAt: number;
}

/** Holds calls back from an upstream that failed ten times in a row, and tries it again after a while. */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();
  readonly #halfOpenAfter: number;

  /** @param halfOpenAfter Milliseconds an open circuit waits before it lets one call through. */
  constructor(halfOpenAfter: number) {
    this.#halfOpenAfter = halfOpenAfter;
  }

  /** Sends through the circuit of an upstream. Throws `circuit_open` without sending while it is open. */
  async run(upstream: string, vendor: string, send: () => Promise<ExchangeResponse>): Promise<ExchangeResponse> {
    const circuit = this.#circuit(upstream);
    try {
      return await circuit.policy.execute(send);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      const left = circuit.openedAt + this.#halfOpenAfter - Date.now();
      throw new GatewayError(
        'circuit_open',
        `${vendor} failed repeatedly. Nothing was sent; retry after the time given.`,
        {
          retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
        },
      );
    }
  }

  #circuit(upstream: string): Circuit {
    const known = this.#circuits.get(upstream);
    if (known !== undefined) return known;
    if (this.#circuits.size >= mostCircuits) this.#circuits.clear();
    const failed = handleWhen((error) => error instanceof ExchangeError && !askedFor.has(error.kind)).orWhenResult(
      (response) => (response as ExchangeResponse).status >= 500,
    );
    const policy = circuitBreaker(failed, {
      halfOpenAfter: this.#halfOpenAfter,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    const circuit: Circuit = { policy, openedAt: 0 };
    policy.onBreak(() => {
      circuit.openedAt = Date.now();
    });
    this.#circuits.set(upstream, circuit);
    return circuit;
  }
}
