import type { RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import { GatewayError } from '@connectory/errors';
import { validateParams } from '@connectory/errors/validation';
import { parseExactly } from '@connectory/exact-json';
import type { UpstreamCall, UpstreamClient, UpstreamConnection } from '@connectory/upstream';
import { toGatewayError } from './errors.ts';

type Params = Readonly<Record<string, unknown>>;

const callTimeoutSeconds = 30;
const maxPages = 50;

/** The webhooks of a connection's vendor, read and changed with the credentials of the connection. Every method throws a `GatewayError`. */
export class VendorWebhooks {
  readonly #upstream: UpstreamClient;
  readonly #connection: UpstreamConnection;
  readonly #failed: (error: GatewayError) => void;

  /** `failed` is called with every failure of a call. */
  constructor(upstream: UpstreamClient, connection: UpstreamConnection, failed: (error: GatewayError) => void) {
    this.#upstream = upstream;
    this.#connection = connection;
    this.#failed = failed;
  }

  /** All webhooks; `upstream_rejected` for more than 50 pages of them. */
  async list(params: Params, signal: AbortSignal): Promise<readonly RawValue[]> {
    const webhooks: RawValue[] = [];
    let next: Params | null = params;
    for (let page = 0; page < maxPages; page++) {
      const sent: Params = next;
      const response = await this.#failing(() => this.#upstream.records(this.#call('list', sent, signal)));
      webhooks.push(...(parseExactly(response.json.toString('utf8')) as RawValue[]));
      if (response.nextParams === null) return webhooks;
      next = { ...params, ...response.nextParams };
    }
    throw new GatewayError('upstream_rejected', 'The vendor lists too many webhooks.');
  }

  /** Creates a webhook, and returns what the vendor returns. */
  create(params: Params, signal: AbortSignal): Promise<RawValue> {
    return this.#record('create', params, signal);
  }

  /** Returns the object with the secret of a new webhook: `created` itself, or what the vendor returns separately. */
  async secretHolder(created: RawValue, params: Params, signal: AbortSignal): Promise<RawValue> {
    const by = this.#connection.connector.events?.registration?.secretBy;
    return by === undefined ? created : this.#record(by, this.#paramsOf(by, created, params), signal);
  }

  /** Deletes a webhook, or finds that it is gone. `webhook` is as it was listed: parameters that `params` lacks are its fields. */
  async delete(webhook: RawValue, params: Params, signal: AbortSignal): Promise<void> {
    try {
      await this.#record('delete', this.#paramsOf('delete', webhook, params), signal);
    } catch (error) {
      if (!GatewayError.is(error, 'record_not_found')) throw error;
    }
  }

  async #record(name: DirectActionName, params: Params, signal: AbortSignal): Promise<RawValue> {
    const { json } = await this.#failing(() => this.#upstream.record(this.#call(name, params, signal)));
    return parseExactly(json.toString('utf8'));
  }

  #paramsOf(name: DirectActionName, webhook: RawValue, params: Params): Params {
    const names = Object.keys(this.#action(name).params.shape);
    return Object.fromEntries(names.map((one) => [one, params[one] ?? webhook?.[one]]));
  }

  async #failing<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } catch (thrown) {
      const error = toGatewayError(thrown);
      this.#failed(error);
      throw error;
    }
  }

  #call(name: DirectActionName, given: Params, signal: AbortSignal): UpstreamCall {
    const action = this.#action(name);
    const params = validateParams(action.params, given);
    const secrets = secretsOf(given);
    return { connection: this.#connection, name, action, params, secrets, signal, deadlineSeconds: callTimeoutSeconds };
  }

  #action(name: DirectActionName) {
    const { id, events } = this.#connection.connector;
    const action = events?.registration?.webhooks.actions[name];
    if (action !== undefined) return action;
    throw new TypeError(`connector ${id}: the webhooks have no action ${name}`);
  }
}

/** What events are signed with, and the last part of the URL that they are sent to. */
function secretsOf({ secret, url }: Params): readonly string[] {
  const ofUrl = typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : undefined;
  return [secret, ofUrl].filter((one) => typeof one === 'string');
}
