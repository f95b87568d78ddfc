import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, executePath, workspacePath } from './calls.ts';
import type { Judge, Subject } from './judge.ts';
import { adminToken, type WarehouseGateway } from './warehouse-gateway.ts';

/** Ways in which something is shown later than it was read: repeats of writes, approved writes and deliveries. */
export class LaterWays {
  readonly #gateway: WarehouseGateway;
  readonly #judge: Judge;
  #count = 0;

  constructor(gateway: WarehouseGateway, judge: Judge) {
    this.#gateway = gateway;
    this.#judge = judge;
  }

  /** A write that fails or succeeds, repeated with its key by the same token and by another one. */
  async repeat(subject: Subject, other: Subject): Promise<void> {
    const { dice, vendor } = this.#gateway;
    const call = this.#update('repeated write');
    if (dice.chance(0.5)) vendor.failure = dice.pick(['rejects', 'fails', 'garbles']);
    await this.#judge.send(call, subject);
    await this.#judge.send(call, other);
    await this.#judge.send(call, subject);
  }

  /** A write that waits for approval, is approved, and is asked for again. */
  async hold(subject: Subject): Promise<void> {
    const { dice, vendor } = this.#gateway;
    const call = this.#update('held write');
    const response = await this.#judge.send(call, subject);
    if (response.status !== 202) return;
    const { id } = response.json.data.held;
    const path = `${workspacePath}/held/${id}`;
    if (dice.chance(0.5)) vendor.failure = dice.pick(['rejects', 'fails', 'garbles']);
    const failure = vendor.failure;
    const shown = await this.#gateway.send({ kind: '', method: 'GET', path }, adminToken);
    const body = { preview_hash: shown.json.preview_hash };
    const approved = await this.#gateway.send({ kind: '', method: 'POST', path: `${path}/approve`, body }, adminToken);
    if (approved.status >= 300) throw new Error(`A held write was not approved: ${approved.text}`);
    for (;;) {
      const held = await this.#gateway.send({ kind: '', method: 'GET', path }, adminToken);
      if (held.json.ended_at !== null) break;
      await pause(5);
    }
    const kind = failure === undefined ? 'held write, carried out' : 'held write, failed';
    await this.#judge.send({ kind, method: 'GET', path, about: call }, subject);
    await this.#judge.send(call, subject);
  }

  /** A subscription to all changes so far. */
  async subscribe(subject: Subject): Promise<void> {
    const wanted = await this.#changes(subject);
    if (wanted === undefined) return;
    const texts: string[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        texts.push(`${JSON.stringify(request.headers)} ${text}`);
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const path = `${workspacePath}/subscriptions`;
    const body = { name: `subscription ${this.#count++}`, url, from: 'beginning' };
    const call: Call = { kind: 'subscription', method: 'POST', path, body };
    const { status, json } = await this.#judge.send(call, subject);
    if (status === 201) {
      for (;;) {
        const one = await this.#gateway.send({ kind: '', method: 'GET', path: `${path}/${json.id}` }, adminToken);
        if (one.json.state !== 'active') this.#judge.fail('paused subscription', one.json.state_reason, subject);
        if (one.json.state !== 'active' || texts.length >= wanted) break;
        await pause(20);
      }
      await this.#judge.send({ kind: 'subscription', method: 'GET', path: `${path}/${json.id}/deliveries` }, subject);
      await this.#gateway.send({ kind: '', method: 'DELETE', path: `${path}/${json.id}` }, adminToken);
    }
    for (const text of texts)
      this.#judge.leaks(call, text, subject, (found) => this.#judge.fail('leak', `delivery ${found} ${text}`, subject));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** The number of changes of all accounts so far; undefined if they cannot be read. */
  async #changes(subject: Subject): Promise<number | undefined> {
    let count = 0;
    for (const id of this.#gateway.accounts.ids.values()) {
      const path = `${workspacePath}/connections/${id}/changes?limit=1000`;
      const { status, json } = await this.#judge.send({ kind: 'feed', method: 'GET', path }, subject);
      if (status !== 200) return undefined;
      count += json.data.length;
    }
    return count;
  }

  #update(kind: string): Call {
    const { dice, accounts } = this.#gateway;
    const world = dice.pick(accounts.worlds);
    const record = dice.pick(world.records.filter(({ entity }) => entity === 'orders'));
    const body = { entity: 'orders', action: 'update', params: { id: record.raw.id, note: 'x' } };
    const headers = { 'idempotency-key': `later ${this.#count++}` };
    const path = executePath(accounts.ids.get(world) ?? '');
    return { kind, method: 'POST', path, body, headers, record: { world, record } };
  }
}
