import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector } from '@connectory/connector-sdk';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { type Behavior, createSandbox, exampleSettings, type Sandbox } from '@connectory/sandbox';
import { Dice } from './dice.ts';

/** The behavior of the vendors. */
interface VendorsOptions {
  readonly connectors: readonly Connector[];
  readonly recordsPerEntity: number;
  readonly seed: number;
  /** The maximum duration of a response without a behavior, in milliseconds. */
  readonly latency: number;
}

/** A call that has arrived and has no response yet. */
interface RunningCall {
  readonly connector: string;
  readonly method: string;
  readonly isToken: boolean;
}

/**
 * The simulated vendors of some connectors, with delays and behaviors drawn from a seed. Token endpoints have delays but no behaviors: a vendor
 * that loses its response to a rotation has lost the account for every client.
 */
export class Vendors {
  readonly connectors: readonly Connector[];
  readonly sandbox: Sandbox;
  readonly tokens = new IssuedTokens();
  /** The behaviors from now on; initially none. */
  behaviors: BehaviorMix = [];
  readonly #dice: Dice;
  readonly #latency: number;
  readonly #running = new Set<RunningCall>();
  readonly #arrived = new Map<string, number>();
  readonly #renewable: ReadonlySet<string>;
  readonly #server = createServer((request, response) => this.#handle(request, response));

  private constructor({ connectors, recordsPerEntity, seed, latency }: VendorsOptions) {
    this.connectors = connectors;
    this.sandbox = createSandbox({ connectors, sandboxes: builtInSandboxes, recordsPerEntity, seed });
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

  #handle(request: IncomingMessage, response: ServerResponse): void {
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
    const behavior = isKnown && !isToken ? drawBehavior(this.behaviors, this.#dice) : undefined;
    // A token that cannot be renewed would make the connection fail from then on.
    if (behavior !== undefined && (behavior.kind !== 'expired-token' || this.#renewable.has(connector))) {
      this.sandbox.behaviors.next(connector, behavior, { match: { method, path } });
    }
    setTimeout(() => this.sandbox.handle(request, response), this.#dice.integer(0, this.#latency));
  }
}

/** The draft of a connection, without its name. */
export interface ConnectionDraft {
  readonly connector: string;
  readonly authentication: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly check: boolean;
}

/** Returns the draft of a connection to a simulated vendor, with the given authentication alternative, by default the first. */
export function connectionDraft(connector: Connector, vendors: Vendors, authentication?: string): ConnectionDraft {
  const { id, upstream } = connector;
  return {
    connector: id,
    authentication: authentication ?? Object.keys(upstream.authentication)[0] ?? '',
    credentials: vendors.sandbox.credentials(id, authentication),
    settings: {
      ...placeholderSettings(connector),
      ...exampleSettings(connector, vendors.sandbox),
      base_url: vendors.sandbox.baseUrl(vendors.origin, id),
    },
    check: false,
  };
}

// Placeholders in the vendor's URL, which `base_url` replaces.
const placeholderSettings = ({ upstream }: Connector) =>
  Object.fromEntries(
    Object.entries(upstream.settings.shape).flatMap(([name, schema]) =>
      schema.safeParse(undefined).success ? [] : [[name, 'example']],
    ),
  );

/** The frequency of each behavior: a probability per call, in the order in which they are drawn. */
type BehaviorMix = readonly (readonly [probability: number, behavior: Behavior])[];

/** Behaviors of vendors on a bad day: about one call in twelve. */
export const stressBehaviors: BehaviorMix = [
  [0.015, { kind: 'rate-limited', retryAfterSeconds: 1 }],
  [0.01, { kind: 'failing-before' }],
  [0.01, { kind: 'failing-after' }],
  [0.015, { kind: 'slow', milliseconds: 400 }],
  [0.003, { kind: 'slow', milliseconds: 5_000 }],
  [0.005, { kind: 'truncated-body', framing: 'content-length' }],
  [0.005, { kind: 'truncated-body', framing: 'chunked' }],
  [0.005, { kind: 'connection-reset' }],
  [0.003, { kind: 'invalid-json' }],
  [0.002, { kind: 'wrong-content-type' }],
  [0.005, { kind: 'expired-token' }],
];

/** Draws the behavior of a call; usually none. */
function drawBehavior(mix: BehaviorMix, dice: Dice): Behavior | undefined {
  let left = dice.next();
  for (const [probability, behavior] of mix) {
    left -= probability;
    if (left < 0) return behavior;
  }
  return undefined;
}

/** The last tokens that a simulated token endpoint issued for a connector. */
interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Whether a call with the token has arrived. The gateway then has received the token and must not lose it. */
  wasUsed: boolean;
}

/** Watches token endpoints, so that a rehearsal knows whether the response to a refresh has reached the gateway. */
class IssuedTokens {
  readonly #last = new Map<string, IssuedToken>();

  /** The newest tokens of a connector; undefined before the first refresh. */
  lastOf(connector: string): IssuedToken | undefined {
    return this.#last.get(connector);
  }

  /** Reads the response of a token request as it is sent. */
  watch(connector: string, response: ServerResponse): void {
    const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
    response.end = ((...parts: unknown[]) => {
      this.#take(connector, response.statusCode, parts[0]);
      return end(...parts);
    }) as typeof response.end;
  }

  /** Records that a call arrived with these headers. */
  arrived(connector: string, headers: Readonly<Record<string, unknown>>): void {
    const last = this.#last.get(connector);
    if (last === undefined || last.wasUsed) return;
    last.wasUsed = Object.values(headers).some((value) => String(value).includes(last.accessToken));
  }

  #take(connector: string, status: number, body: unknown): void {
    if (status !== 200) return;
    const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(String(body));
    // Some vendors reject a renewal with status 200.
    if (typeof accessToken !== 'string') return;
    this.#last.set(connector, { accessToken, refreshToken, wasUsed: false });
  }
}
