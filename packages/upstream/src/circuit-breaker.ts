import { GatewayError } from '@connectory/errors';
import type { ExchangeResponse } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';

const failuresToOpen = 10;
const mostCircuits = 10_000;

// A caller who gave up and an answer that is too large say nothing about the health of the upstream.
const unreachable: ReadonlySet<ExchangeError['kind']> = new Set(['network', 'timeout', 'incomplete']);

/** Failures in a row of one connection at one origin; open from the tenth until a call that was let through succeeds. */
interface Circuit {
  failures: number;
  /** When the next call is let through, in milliseconds of the monotonic clock. */
  opensAgainAt: number;
  isProbing: boolean;
}

/**
 * Holds calls of a connection back from an upstream that failed ten of them in a row, and lets a single one through after a while. What
 * one connection meets says nothing to the others: its settings and credentials may be what fails.
 */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();
  readonly #recovery: number;

  /** @param recovery Milliseconds an open circuit waits before it lets one call through. */
  constructor(recovery: number) {
    this.#recovery = recovery;
  }

  /** Sends through the circuit of that name. Throws `circuit_open` without sending while it is open. */
  async run(name: string, vendor: string, send: () => Promise<ExchangeResponse>): Promise<ExchangeResponse> {
    const circuit = this.#circuit(name);
    const isProbe = circuit.failures >= failuresToOpen;
    if (isProbe) this.#admitProbe(circuit, vendor);
    try {
      const response = await send();
      if (response.status >= 500) this.#failed(circuit);
      else circuit.failures = 0;
      return response;
    } catch (error) {
      if (error instanceof ExchangeError && unreachable.has(error.kind)) this.#failed(circuit);
      throw error;
    } finally {
      if (isProbe) circuit.isProbing = false;
    }
  }

  #admitProbe(circuit: Circuit, vendor: string): void {
    const left = circuit.opensAgainAt - performance.now();
    if (left <= 0 && !circuit.isProbing) {
      circuit.isProbing = true;
      return;
    }
    throw new GatewayError(
      'circuit_open',
      `${vendor} failed repeatedly. Nothing was sent; retry after the time in Retry-After.`,
      {
        retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
      },
    );
  }

  #failed(circuit: Circuit): void {
    circuit.failures++;
    circuit.opensAgainAt = performance.now() + this.#recovery;
  }

  #circuit(name: string): Circuit {
    const known = this.#circuits.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size >= mostCircuits && oldest !== undefined) this.#circuits.delete(oldest);
    const circuit: Circuit = { failures: 0, opensAgainAt: 0, isProbing: false };
    this.#circuits.set(name, circuit);
    return circuit;
  }
}
