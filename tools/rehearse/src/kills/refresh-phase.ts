import { setTimeout as delay } from 'node:timers/promises';
import type { Connector } from '@connectory/connector-sdk';
import { directActions } from '@connectory/connector-sdk/engine';
import type { GatewayResponse } from '../gateway.ts';
import { connectionDraft, type Vendors } from '../vendors.ts';
import type { Phase, PhaseContext, RunningWork } from './phase.ts';

/** A connection whose access token is renewed with single-use refresh tokens. */
export interface RotatingConnection {
  readonly connector: Connector;
  readonly authentication: string;
  readonly id: string;
  /** A read that returns records. */
  readonly read: { readonly entity: string; readonly action: string; readonly params: unknown };
}

/** Renewals of access tokens in flight: afterwards the connection works, unless the vendor's response never reached the gateway. */
export class RefreshPhase implements Phase {
  readonly maxMilliseconds: number = 250;
  /** Rotations whose response was in transit when the process died; any client then needs new credentials. */
  lostOnTheWay = 0;
  readonly #context: PhaseContext;
  readonly #vendors: Vendors;
  readonly #connections: readonly RotatingConnection[];

  constructor(context: PhaseContext, vendors: Vendors, connections: readonly RotatingConnection[]) {
    this.#context = context;
    this.#vendors = vendors;
    this.#connections = connections;
  }

  async begin(round: number): Promise<RunningWork> {
    const connection = this.#connections[round % this.#connections.length] as RotatingConnection;
    const { id } = connection.connector;
    const isReadOfIt = { entity: connection.read.entity, action: connection.read.action };
    this.#vendors.sandbox.behaviors.next(id, { kind: 'expired-token' }, { match: isReadOfIt });
    const before = this.#vendors.tokens.lastOf(id);
    let done = 0;
    const calls = Array.from({ length: 3 }, async () => {
      await this.#read(connection);
      done += 1;
    });
    return {
      isUnderWay: () => done < calls.length,
      settle: async () => {
        await Promise.all(calls);
        // Requests sent before the kill may still be in transit to the vendor.
        while (this.#vendors.running.some(({ connector }) => connector === id)) await delay(10);
      },
      verify: () => this.#verify(connection, before),
    };
  }

  async #verify(connection: RotatingConnection, before: unknown): Promise<void> {
    const { failures } = this.#context;
    this.#vendors.sandbox.behaviors.clear(connection.connector.id);
    const issued = this.#vendors.tokens.lastOf(connection.connector.id);
    const wasOnTheWay = issued !== undefined && issued !== before && !issued.wasUsed;
    const begun = performance.now();
    let last = await this.#read(connection);
    while (last.status !== 200 && last.status !== 424 && performance.now() - begun < this.#context.maxStuck) {
      await delay(50);
      last = await this.#read(connection);
    }
    if (last.status === 200) return;
    const about = `${connection.connector.id}: ${last.status} ${last.text}`;
    if (last.status !== 424) failures.add('refresh: stuck', about);
    else if (wasOnTheWay) this.lostOnTheWay += 1;
    else failures.add('refresh: lost', about);
    await this.#renew(connection);
  }

  #read({ id, read }: RotatingConnection): Promise<GatewayResponse> {
    return this.#context.workspace.execute(id, read);
  }

  async #renew({ connector, authentication, id }: RotatingConnection): Promise<void> {
    const { workspace, failures } = this.#context;
    const draft = connectionDraft(connector, this.#vendors, authentication);
    const { accessToken, refreshToken } = this.#vendors.tokens.lastOf(connector.id) ?? {};
    const credentials = {
      ...draft.credentials,
      ...(accessToken !== undefined &&
        Object.hasOwn(draft.credentials, 'access_token') && { access_token: accessToken }),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    };
    const response = await workspace.manage('PATCH', `/connections/${id}`, {
      authentication,
      credentials,
      check: false,
    });
    if (response.status !== 200)
      failures.add('refresh: new credentials refused', `${response.status} ${response.text}`);
  }

  async conclude(): Promise<void> {
    const { failures } = this.#context;
    for (const connection of this.#connections) {
      const { status, text } = await this.#read(connection);
      if (status !== 200) failures.add('refresh: lost', `${connection.connector.id} at the end: ${status} ${text}`);
    }
  }
}

/** Connects connectors with refresh tokens, until there are enough. */
export async function connectRotating(
  connectors: readonly Connector[],
  { workspace }: PhaseContext,
  vendors: Vendors,
  count: number,
): Promise<readonly RotatingConnection[]> {
  const connected: RotatingConnection[] = [];
  for (const connector of connectors) {
    if (connected.length === count) break;
    const authentication = Object.entries(connector.upstream.authentication).find(
      ([, { token }]) => token?.grant === 'refresh_token',
    )?.[0];
    const read = authentication === undefined ? undefined : readOf(connector, vendors);
    if (authentication === undefined || read === undefined) continue;
    const id = await workspace.connect(connectionDraft(connector, vendors, authentication), `refresh-${connector.id}`);
    const { status } = await workspace.execute(id, read);
    if (status === 200) connected.push({ connector, authentication, id, read });
  }
  return connected;
}

/** Returns the list of a connector with the fewest required parameters, as a call; undefined if it has none. */
export function readOf({ id, entities }: Connector, vendors: Vendors): RotatingConnection['read'] | undefined {
  const list = directActions.find((name) => name === 'list');
  const reads = entities
    .filter(({ actions }) => list !== undefined && actions[list] !== undefined)
    .map(({ name }) => ({ entity: name, action: 'list', params: vendors.sandbox.example(id, name, 'list') }));
  return reads.toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}
