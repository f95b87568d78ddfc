import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Delivery {
  readonly type: string;
  readonly data: { readonly connection_id: string; readonly entity: string };
}

/** Receives the deliveries of a subscription, and measures how long records that were added at a vendor take to arrive. */
export class DeliveryReceiver {
  readonly #server: Server;
  /** When records were added, the oldest first, by connection and entity. */
  readonly #expected = new Map<string, number[]>();
  /** From the change to the arrival of each delivery. */
  readonly milliseconds: number[] = [];

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.#take(JSON.parse(Buffer.concat(chunks).toString()) as Delivery);
      response.writeHead(204).end();
    });
  }

  /** Listens at a free port of this machine. */
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

  /** How many deliveries of each entity were expected and have not arrived. */
  get missing(): ReadonlyMap<string, number> {
    const missing = new Map<string, number>();
    for (const [place, { length }] of this.#expected) {
      const [, entity = ''] = place.split(' ');
      if (length > 0) missing.set(entity, (missing.get(entity) ?? 0) + length);
    }
    return missing;
  }

  /** Expects a record that is added now. */
  expect(connectionId: string, entity: string): void {
    const place = `${connectionId} ${entity}`;
    this.#expected.set(place, [...(this.#expected.get(place) ?? []), performance.now()]);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take({ type, data }: Delivery): void {
    if (type !== 'record.added') return;
    const added = this.#expected.get(`${data.connection_id} ${data.entity}`)?.shift();
    if (added !== undefined) this.milliseconds.push(performance.now() - added);
  }
}
