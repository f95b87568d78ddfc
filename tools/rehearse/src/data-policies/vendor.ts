import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawValue } from '@connectory/connector-sdk';
import type { Dice } from '../dice.ts';
import type { World, WorldRecord } from './world.ts';

/** How the vendor fails the next request: with an error that repeats records, or with a response that is no JSON. */
type VendorFailure = 'rejects' | 'fails' | 'garbles';

/** The simulated accounts of the warehouse, each below a path that is its name. It carries nothing out, so that records stay as they are. */
export class WarehouseVendor {
  /** How the next request fails; undefined if it does not. */
  failure: VendorFailure | undefined;
  /** Methods and paths of requests that were not reads, since this was last emptied. */
  readonly written: string[] = [];
  readonly #worlds: ReadonlyMap<string, World>;
  readonly #dice: Dice;
  readonly #server = createServer((request, response) => this.#handle(request, response));

  constructor(worlds: readonly World[], dice: Dice) {
    this.#worlds = new Map(worlds.map((world) => [world.name, world]));
    this.#dice = dice;
  }

  /** Starts listening on 127.0.0.1. */
  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** The base URL of an account. */
  origin(world: World): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${world.name}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://vendor');
      const [, name = '', ...path] = url.pathname.split('/');
      const { records = [] } = this.#worlds.get(name) ?? {};
      const { method = 'GET' } = request;
      if (method !== 'GET' && path[0] !== 'graphql') this.written.push(`${method} ${url.pathname}`);
      const [status, content] = this.#failed(records) ?? responseTo(records, method, path, url.searchParams, body);
      const isFile = typeof content === 'string';
      response.writeHead(status, { 'content-type': isFile ? 'text/plain' : 'application/json' });
      response.end(isFile ? content : this.#written(content));
    });
  }

  #failed(records: readonly WorldRecord[]): readonly [number, RawValue] | undefined {
    const { failure } = this;
    if (failure === undefined) return undefined;
    this.failure = undefined;
    const message = `Not possible for ${JSON.stringify(this.#dice.pick(records).raw)}`;
    if (failure === 'garbles') return [200, message];
    return failure === 'rejects' ? [422, { message }] : [500, { message }];
  }

  /** JSON as different vendors write it. */
  #written(content: RawValue): string {
    const json = JSON.stringify(content, null, this.#dice.pick([0, 2]));
    return this.#dice.chance(0.2) ? json.replaceAll('"note"', '"n\\u006fte"').replaceAll('zq', '\\u007aq') : json;
  }
}

type Reply = readonly [number, RawValue];

function responseTo(
  records: readonly WorldRecord[],
  method: string,
  [kind, id = '', below, belowId]: readonly string[],
  query: URLSearchParams,
  body: string,
): Reply {
  const of = (entity: string) => records.filter((record) => record.entity === entity);
  const one = (found: WorldRecord | undefined): Reply =>
    found === undefined ? [404, { message: `No record ${id}` }] : [200, found.raw];
  if (kind === 'graphql') return graphqlResponse(of('people'), JSON.parse(body).variables);
  if (below === 'payments') {
    const payments = of('payments').filter(({ order }) => order === id);
    return belowId === undefined ? page(payments, query) : one(payments.find(({ raw }) => raw.id === belowId));
  }
  const orders = of('orders');
  const named = orders.find(({ raw }) => raw.id === id);
  if (id === '' && method === 'POST') return one(orders[0]);
  if (id === '' || id === 'search') {
    const [state, number] = [query.get('state'), query.get('number')];
    const matching = orders.filter(
      ({ raw }) => (state ?? raw.state) === raw.state && (number ?? String(raw.number)) === String(raw.number),
    );
    return page(matching, query);
  }
  if (below === 'receipt') return named === undefined ? one(named) : [200, JSON.stringify(named.raw)];
  return one(named);
}

function page(records: readonly WorldRecord[], query: URLSearchParams): Reply {
  const after = query.get('after');
  const start = after === null ? 0 : records.findIndex(({ raw }) => raw.id === after) + 1;
  const end = start + Number(query.get('limit') ?? 10);
  const total = records.length;
  return [200, { items: records.slice(start, end).map(({ raw }) => raw), more: end < total, total }];
}

function graphqlResponse(people: readonly WorldRecord[], { id, limit, after }: RawValue): Reply {
  if (id !== undefined) return [200, { data: { person: people.find(({ raw }) => raw.id === id)?.raw ?? null } }];
  const start = people.findIndex(({ raw }) => raw.id === after) + 1;
  const nodes = people.slice(start, start + limit).map(({ raw }) => raw);
  const pageInfo = { hasNextPage: start + limit < people.length, endCursor: nodes.at(-1)?.id ?? null };
  return [200, { data: { people: { nodes, pageInfo } } }];
}
