import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Delivery {
  readonly data: { readonly connection_id: string; readonly entity: string; readonly key: readonly unknown[] };
}

interface ExpectedRecord {
  readonly at: number;
  /** All values of the vendor's record, as strings; they include the last part of its key. */
  readonly values: ReadonlySet<string>;
}

/** Receives the deliveries of a subscription, and measures how long after its creation at a vendor a record arrives. */
export class DeliveryReceiver {
  readonly #server: Server;
  /** By connection and entity. */
  readonly #expected = new Map<string, readonly ExpectedRecord[]>();
  /** Time from change to arrival for each delivery, in milliseconds. */
  readonly milliseconds: number[] = [];

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.#take(JSON.parse(Buffer.concat(chunks).toString()) as Delivery);
      response.writeHead(204).end();
    });
  }

  /** Listens on a free port of this machine. */
  static async start(): Promise<DeliveryReceiver> {
    const receiver = new DeliveryReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** `127.0.0.1:<port>` */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of expected deliveries of each entity that have not arrived. */
  get missing(): ReadonlyMap<string, number> {
    const missing = new Map<string, number>();
    for (const [place, { length }] of this.#expected) {
      const [, entity = ''] = place.split(' ');
      if (length > 0) missing.set(entity, (missing.get(entity) ?? 0) + length);
    }
    return missing;
  }

  /** Expects a record that was added at this time of `performance.now()`. */
  expect(connectionId: string, entity: string, record: Readonly<Record<string, unknown>>, at: number): void {
    const place = `${connectionId} ${entity}`;
    this.#expected.set(place, [...(this.#expected.get(place) ?? []), { at, values: new Set(valuesIn(record)) }]);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take({ data: { connection_id: connectionId, entity, key } }: Delivery): void {
    const place = `${connectionId} ${entity}`;
    const expected = this.#expected.get(place) ?? [];
    // The other parts of the key identify the parent, which the vendor's record does not always include.
    const met = expected.find(({ values }) => values.has(String(key.at(-1))));
    if (met === undefined) return;
    this.#expected.set(
      place,
      expected.filter((one) => one !== met),
    );
    this.milliseconds.push(performance.now() - met.at);
  }
}

const valuesIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)];
