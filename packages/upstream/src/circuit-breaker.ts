import { GatewayError } from '@connectory/errors';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

const failuresToOpen = 10;
const maxCircuits = 10_000;

// A caller that disconnects and a response that is too large are no sign of an unhealthy upstream.
const unreachable: ReadonlySet<ExchangeError['kind']> = new Set(['network', 'timeout', 'incomplete']);

/** Failures in a row of one connection at one origin; open from the tenth until a call that was let through succeeds. */
interface Circuit {
  failures: number;
  /** When the next call is let through, in milliseconds of the monotonic clock. */
  opensAgainAt: number;
  isProbing: boolean;
}

/**
 * Refuses calls of a connection after ten consecutive failures of the upstream, and lets a single one through after a pause. Each
 * connection has its own circuit, because its settings and credentials may be the cause.
 */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();
  readonly #recovery: number;

  /** @param recovery Milliseconds before an open circuit lets one call through. */
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
    if (left > 0 || circuit.isProbing) throw held(vendor, left);
    circuit.isProbing = true;
  }

  #failed(circuit: Circuit): void {
    circuit.failures++;
    circuit.opensAgainAt = performance.now() + this.#recovery;
  }

  #circuit(name: string): Circuit {
    const known = this.#circuits.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size >= maxCircuits && oldest !== undefined) this.#circuits.delete(oldest);
    const circuit: Circuit = { failures: 0, opensAgainAt: 0, isProbing: false };
    this.#circuits.set(name, circuit);
    return circuit;
  }
}

const held = (vendor: string, left: number) =>
  new GatewayError(
    'circuit_open',
    `${vendor} failed repeatedly. Nothing was sent; retry after the time in Retry-After.`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)),
    },
  );
