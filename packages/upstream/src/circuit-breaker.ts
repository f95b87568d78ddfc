import { GatewayError } from '@connectory/errors';
import { setBounded } from './bounded-map.ts';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

const failuresToOpen = 10;
const maxCircuits = 10_000;

// Proxies answer with these for a server that is down.
const unreachableStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Failures in a row of one connection at one origin, or of one of its routes; open from the tenth until a call that was let through succeeds. */
interface Circuit {
  failures: number;
  /** When the next call is let through, in milliseconds of the monotonic clock. */
  opensAgainAt: number;
  isProbing: boolean;
}

/** The circuits a request passes: of its origin, which an unreachable upstream opens, and of its route, which its own failures open. */
interface CircuitNames {
  readonly origin: string;
  readonly route: string;
}

/**
 * Refuses calls of a connection after ten consecutive failures of the upstream, and lets a single one through after a pause. Each
 * connection has its own circuits, because its settings and credentials may be the cause.
 */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();
  readonly #recovery: number;

  /** @param recovery Milliseconds before an open circuit lets one call through. */
  constructor(recovery: number) {
    this.#recovery = recovery;
  }

  /** Sends through both circuits. Throws `circuit_open` without sending while one of them is open. */
  async run(names: CircuitNames, vendor: string, send: () => Promise<ExchangeResponse>): Promise<ExchangeResponse> {
    const origin = this.#circuit(names.origin);
    const route = this.#circuit(names.route);
    const open = [origin, route].filter(({ failures }) => failures >= failuresToOpen);
    for (const circuit of open) requireRecovery(circuit, vendor, circuit === route);
    for (const circuit of open) circuit.isProbing = true;
    try {
      const response = await send();
      const failing = responsible(response.status, origin, route);
      if (failing !== origin) origin.failures = 0;
      if (failing === undefined) route.failures = 0;
      else this.#failed(failing);
      return response;
    } catch (error) {
      const failing = error instanceof ExchangeError ? unreached(error, origin, route) : undefined;
      if (failing !== undefined) this.#failed(failing);
      throw error;
    } finally {
      for (const circuit of open) circuit.isProbing = false;
    }
  }

  #failed(circuit: Circuit): void {
    circuit.failures++;
    circuit.opensAgainAt = performance.now() + this.#recovery;
  }

  #circuit(name: string): Circuit {
    const known = this.#circuits.get(name);
    if (known !== undefined) return known;
    const circuit: Circuit = { failures: 0, opensAgainAt: 0, isProbing: false };
    setBounded(this.#circuits, maxCircuits, name, circuit);
    return circuit;
  }
}

function requireRecovery(circuit: Circuit, vendor: string, isRoute: boolean): void {
  const left = circuit.opensAgainAt - performance.now();
  if (left <= 0 && !circuit.isProbing) return;
  const what = isRoute ? ' for requests of this kind' : '';
  throw new GatewayError(
    'circuit_open',
    `${vendor} failed repeatedly${what}. Nothing was sent; retry after the time in Retry-After.`,
    { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)), othersMaySucceed: isRoute },
  );
}

/** The circuit in which a status counts as a failure. */
function responsible(status: number, origin: Circuit, route: Circuit): Circuit | undefined {
  if (unreachableStatuses.has(status)) return origin;
  return status >= 500 ? route : undefined;
}

/** The circuit in which an exchange without a response counts. A caller that disconnects is no sign of an unhealthy upstream. */
function unreached({ kind, sent }: ExchangeError, origin: Circuit, route: Circuit): Circuit | undefined {
  if (kind === 'network' || (kind === 'timeout' && !sent)) return origin;
  return kind === 'timeout' || kind === 'incomplete' ? route : undefined;
}
