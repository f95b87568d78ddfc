import type { components } from './generated/gateway.generated.ts';
import { entriesOf, perPage } from './management.ts';
import { dataOf, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** Delivers changes of records to a URL. */
export type Subscription = Schemas['Subscription'];
/** A new subscription with the secret that signs its deliveries, which is shown only here. */
export type CreatedSubscription = Schemas['CreatedSubscription'];
/** Body that creates a subscription. */
export type NewSubscription = Schemas['NewSubscription'];
/** Body that changes a subscription. */
export type SubscriptionChange = Schemas['SubscriptionChange'];
/** How a receiver responded to a test event. */
export type SubscriptionTest = Schemas['SubscriptionTest'];
/** An event for a receiver, and its outcome. */
export type Delivery = Schemas['Delivery'];
/** A page of deliveries, newest first. */
export type DeliveryPage = Schemas['DeliveryList'];
/** Whether an event waits, was delivered, or failed. */
export type DeliveryState = Delivery['state'];

/** Which deliveries to list. */
export interface DeliveryFilter {
  /** Only deliveries in this state. */
  readonly state?: DeliveryState;
}

/** Which page of the deliveries, and how long. */
export interface DeliveryPosition {
  readonly cursor?: string;
  /** The most deliveries of the page, 1 to 100. */
  readonly limit?: number;
}

const collection = '/api/v1/workspaces/{workspace}/subscriptions';
const one = `${collection}/{id}` as const;

/** The subscriptions of a workspace. Needs the admin token, or a token that may manage. */
export class Subscriptions {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** The subscriptions, ordered by name. */
  list(): AsyncGenerator<Subscription, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) =>
      dataOf(this.#transport.GET(collection, { params: { path, query: { limit: perPage, ...cursor } } })),
    );
  }

  /** Creates a subscription and returns the secret that verifies its deliveries, which cannot be read again. */
  create(subscription: NewSubscription): Promise<CreatedSubscription> {
    const path = { workspace: this.#workspace };
    return dataOf(this.#transport.POST(collection, { params: { path }, body: subscription }));
  }

  /** One subscription. */
  get(id: string): Promise<Subscription> {
    return dataOf(this.#transport.GET(one, this.#one(id)));
  }

  /** Changes what is delivered and where; `state` pauses and resumes deliveries. */
  update(id: string, change: SubscriptionChange): Promise<Subscription> {
    return dataOf(this.#transport.PATCH(one, { ...this.#one(id), body: change }));
  }

  /** Deletes a subscription with everything that waits to be sent. */
  delete(id: string): Promise<Subscription> {
    return dataOf(this.#transport.DELETE(one, this.#one(id)));
  }

  /** Delivers changes again: since a time (ISO 8601), from the `beginning`, or only from `now` on. */
  replay(id: string, from: string): Promise<Subscription> {
    return dataOf(this.#transport.POST(`${one}/replay`, { ...this.#one(id), body: { from } }));
  }

  /** Sends a test event once, now. */
  test(id: string): Promise<SubscriptionTest> {
    return dataOf(this.#transport.POST(`${one}/test`, this.#one(id)));
  }

  /** Rotates the secret and returns the new one; the previous one also signs for a day. */
  async rotateSecret(id: string): Promise<string> {
    return (await dataOf(this.#transport.POST(`${one}/rotate`, this.#one(id)))).secret;
  }

  /** The deliveries of a subscription, newest first. */
  deliveries(id: string, filter: DeliveryFilter = {}): AsyncGenerator<Delivery, void> {
    return entriesOf((cursor) => this.deliveryPage(id, filter, { limit: perPage, ...cursor }));
  }

  /** One page of these deliveries; `meta.next_cursor` continues after it. */
  deliveryPage(id: string, filter: DeliveryFilter = {}, position: DeliveryPosition = {}): Promise<DeliveryPage> {
    const params = { ...this.#one(id).params, query: { ...filter, ...position } };
    return dataOf(this.#transport.GET(`${one}/deliveries`, { params }));
  }

  /** Sends a delivery again. */
  retry(id: string, delivery: string): Promise<Delivery> {
    const path = { ...this.#one(id).params.path, delivery };
    return dataOf(this.#transport.POST(`${one}/deliveries/{delivery}/retry`, { params: { path } }));
  }

  #one(id: string): { params: { path: { workspace: string; id: string } } } {
    return { params: { path: { workspace: this.#workspace, id } } };
  }
}
