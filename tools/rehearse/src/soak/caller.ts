import { setTimeout as delay } from 'node:timers/promises';
import { markerOf, writeUntilSettled } from '../countable-write.ts';
import type { Dice } from '../dice.ts';
import type { GatewayResponse } from '../gateway.ts';
import { connectionDraft } from '../vendors.ts';
import type { Failures } from '../verdict.ts';
import type { ReadyCall, Tenant } from './tenant.ts';

const patience = 60_000;
const pause = 300;

/** Simulates one of many callers of a gateway: mostly reads and searches, some writes, and occasionally everything else. */
export class Caller {
  readonly #tenant: Tenant;
  readonly #tally: Tally;
  readonly #dice: Dice;
  readonly #name: string;
  #number = 0;

  constructor(name: string, tenant: Tenant, tally: Tally, dice: Dice) {
    this.#name = name;
    this.#tenant = tenant;
    this.#tally = tally;
    this.#dice = dice;
  }

  /** Calls until the signal aborts. */
  async work(signal: AbortSignal): Promise<void> {
    const kinds: readonly (readonly [weight: number, call: () => Promise<unknown>])[] = [
      [40, () => this.#call('read', this.#dice.pick(this.#tenant.reads))],
      [20, () => this.#search()],
      [10, () => this.#keyedCreate()],
      [6, () => this.#plainCreate()],
      [5, () => this.#stream()],
      [4, () => this.#download()],
      [3, () => this.#call('dry run', this.#dice.pick(this.#tenant.reads), { dry_run: true })],
      [2, () => this.#ask('audit', 'GET', '/audit?limit=20')],
      [2, () => this.#manageToken()],
      [1, () => this.#manageConnection()],
      [1, () => this.#ask('sync', 'POST', `/connections/${this.#dice.pick(this.#tenant.connections).id}/syncs`, {})],
    ];
    const all = kinds.flatMap(([weight, call]) => Array.from({ length: weight }, () => call));
    while (!signal.aborted) {
      await this.#dice.pick(all)();
      await delay(this.#dice.integer(0, pause), undefined, { signal }).catch(() => undefined);
    }
  }

  // Some callers disconnect during the response.
  #impatience(): AbortSignal | undefined {
    return this.#dice.chance(0.04) ? AbortSignal.timeout(this.#dice.integer(1, 120)) : undefined;
  }

  async #call(
    kind: string,
    call: ReadyCall,
    members: object = {},
    headers?: Record<string, string>,
  ): Promise<GatewayResponse> {
    const { connection, entity, action, params } = call;
    const signal = this.#impatience();
    const response = await this.#tenant.workspace.execute(
      connection,
      { entity, action, params, ...members },
      { ...(headers && { headers }), ...(signal && { signal }) },
    );
    const mayBreak = signal !== undefined || kind === 'download' || kind === 'stream';
    return this.#tally.take(kind, this.#tenant.tag, response, mayBreak);
  }

  #search(): Promise<GatewayResponse> {
    const { connection, entity, fields } = this.#dice.pick(this.#tenant.searched);
    const [field, other] = [this.#dice.pick(fields), this.#dice.pick(fields)];
    const filter = this.#dice.pick([
      {},
      { neq: { [field]: null } },
      { or: [{ eq: { [field]: null } }, { not: { eq: { [other]: null } } }] },
      { and: [{ neq: { [field]: null } }, { neq: { [other]: null } }] },
    ]);
    const params = { query: { filter, sort: [{ [other]: 'asc' }] }, limit: this.#dice.pick([1, 20, 1000]) };
    return this.#call('search', { connection, entity, action: 'context_store_search', params });
  }

  #stream(): Promise<GatewayResponse> {
    return this.#call('stream', this.#dice.pick(this.#tenant.lists), {}, { accept: 'application/x-ndjson' });
  }

  async #download(): Promise<void> {
    const { downloads } = this.#tenant;
    if (downloads.length > 0) await this.#call('download', this.#dice.pick(downloads));
  }

  #newMarker(): string {
    this.#number += 1;
    return markerOf(`${this.#tenant.tag}${this.#name}x${this.#number}`);
  }

  async #keyedCreate(): Promise<void> {
    const write = this.#dice.pick(this.#tenant.writes);
    const marker = this.#newMarker();
    const call = { connection: write.connection, entity: write.entity, action: 'create', params: write.params(marker) };
    const headers = { 'idempotency-key': marker };
    const { outcome } = await writeUntilSettled(() => this.#call('keyed create', call, {}, headers), patience);
    if (outcome === 'unsettled') this.#tally.take('keyed create not settled', this.#tenant.tag, nothing, false);
    this.#tenant.ledger.add(marker, write, outcome === 'unsettled' ? 'unknown' : outcome);
  }

  async #plainCreate(): Promise<void> {
    const write = this.#dice.pick(this.#tenant.writes);
    const marker = this.#newMarker();
    const call = { connection: write.connection, entity: write.entity, action: 'create', params: write.params(marker) };
    const { status, json } = await this.#call('create', call);
    const isOpen = status === 0 || json?.outcome === 'unknown';
    this.#tenant.ledger.add(marker, write, status === 200 ? 'done' : isOpen ? 'unknown' : 'refused');
  }

  async #ask(kind: string, method: string, path: string, body?: unknown): Promise<GatewayResponse> {
    const response = await this.#tenant.workspace.manage(method, path, body);
    return this.#tally.take(kind, this.#tenant.tag, response, false);
  }

  async #manageToken(): Promise<void> {
    const { json } = await this.#ask('token', 'POST', '/tokens', { name: `soak-${this.#name}` });
    if (json?.id !== undefined) await this.#ask('token', 'DELETE', `/tokens/${json.id}`);
  }

  // Its first passes begin with the connection and end with it.
  async #manageConnection(): Promise<void> {
    const { vendors } = this.#tenant;
    this.#number += 1;
    const body = {
      ...connectionDraft(this.#dice.pick(vendors.connectors), vendors),
      name: `${this.#name}-${this.#number}`,
    };
    const { json } = await this.#ask('connection', 'POST', '/connections', body);
    if (json?.id === undefined) return;
    await this.#ask('connection', 'GET', `/connections/${json.id}`);
    await this.#ask('connection', 'DELETE', `/connections/${json.id}`);
  }
}

const nothing: GatewayResponse = {
  status: 0,
  headers: {},
  text: 'no response settled it within a minute',
  json: undefined,
};

/** Counts the responses to each kind of call, and those that must never occur. */
export class Tally {
  readonly counts = new Map<string, number>();
  calls = 0;
  readonly #failures: Failures;

  constructor(failures: Failures) {
    this.#failures = failures;
  }

  /** Records a response; `tag` is the workspace of the caller, `mayBreak` is true if the connection may break during the response. */
  take(kind: string, tag: string, response: GatewayResponse, mayBreak: boolean): GatewayResponse {
    this.calls += 1;
    const { status, json, text } = response;
    const outcome = status === 0 ? 'broken off' : status < 300 ? '2xx' : `${status} ${json?.code ?? ''}`;
    const key = `${kind}: ${outcome}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    if (isOwnError(response)) this.#failures.add('error of the gateway', `${kind}: ${status} ${text}`);
    if (status === 0 && !mayBreak) this.#failures.add('no response', `${kind}: ${text}`);
    const foreign = text.match(/mark-[a-z]/g)?.find((start) => start !== `mark-${tag}`);
    if (foreign !== undefined) this.#failures.add("another workspace's record", `${kind} of ${tag}: ${foreign}`);
    return response;
  }
}

/** Errors of a process at one of its bounds; the caller may retry. */
const busy = new Set(['gateway_busy', 'store_busy']);

/** Whether a response is the gateway's own error: a 5xx that is neither the upstream's nor a documented bound. */
function isOwnError({ status, json }: GatewayResponse): boolean {
  return status >= 500 && json?.origin !== 'upstream' && !busy.has(json?.code);
}
