import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector } from '@connectory/connector-sdk';
import { createSandbox, type Sandbox } from '@connectory/sandbox';
import { Dice } from '../dice.ts';
import { type FaultMix, throwFault } from './fault-mix.ts';
import { IssuedTokens } from './issued-tokens.ts';

/** The behavior of the vendors. */
export interface VendorsOptions {
  readonly connectors: readonly Connector[];
  readonly recordsPerEntity: number;
  readonly seed: number;
  /** The maximum duration of a response without a fault, in milliseconds. */
  readonly latency: number;
}

/** A call that has arrived and has no response yet. */
export interface RunningCall {
  readonly connector: string;
  readonly method: string;
  readonly isToken: boolean;
}

/**
 * The simulated vendors of some connectors, with delays and faults drawn from a seed. Token endpoints have delays but no faults: a vendor
 * that loses its response to a rotation has lost the account for every client.
 */
export class Vendors {
  readonly connectors: readonly Connector[];
  readonly sandbox: Sandbox;
  readonly tokens = new IssuedTokens();
  /** The faults from now on; initially none. */
  faults: FaultMix = [];
  readonly #dice: Dice;
  readonly #latency: number;
  readonly #running = new Set<RunningCall>();
  readonly #arrived = new Map<string, number>();
  readonly #renewable: ReadonlySet<string>;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  private constructor({ connectors, recordsPerEntity, seed, latency }: VendorsOptions) {
    this.connectors = connectors;
    this.sandbox = createSandbox({ connectors, recordsPerEntity, seed });
    this.#dice = new Dice(seed);
    this.#latency = latency;
    const hasToken = ({ upstream }: Connector) => Object.values(upstream.authentication)[0]?.token !== undefined;
    this.#renewable = new Set(connectors.filter(hasToken).map(({ id }) => id));
  }

  /** Starts the vendors on 127.0.0.1. */
  static async start(options: VendorsOptions): Promise<Vendors> {
    const vendors = new Vendors(options);
    await new Promise<void>((resolve) => {
      vendors.#server.listen(0, '127.0.0.1', resolve);
    });
    return vendors;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The calls that wait for their response. */
  get running(): readonly RunningCall[] {
    return [...this.#running];
  }

  /** Number of calls a connector has received so far. */
  arrivedAt(connector: string): number {
    return this.#arrived.get(connector) ?? 0;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request;
    const [, connector = '', ...rest] = (url.split('?')[0] ?? '').split('/');
    const path = `/${rest.join('/')}`;
    const isKnown = this.connectors.some(({ id }) => id === connector);
    const isToken = isKnown && method === 'POST' && this.sandbox.isTokenPath(connector, path);
    const call = { connector, method, isToken };
    this.#running.add(call);
    response.once('close', () => this.#running.delete(call));
    this.#arrived.set(connector, this.arrivedAt(connector) + 1);
    if (isToken) this.tokens.watch(connector, response);
    else this.tokens.arrived(connector, headers);
    const fault = isKnown && !isToken ? throwFault(this.faults, this.#dice) : undefined;
    // A token that cannot be renewed would make the connection fail from then on.
    if (fault !== undefined && (fault.kind !== 'expired-token' || this.#renewable.has(connector))) {
      this.sandbox.faults.next(connector, fault, { match: { method, path } });
    }
    setTimeout(() => this.sandbox.handle(request, response), this.#dice.integer(0, this.#latency));
  }
}
