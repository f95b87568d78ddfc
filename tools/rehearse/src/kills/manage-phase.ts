import { setTimeout as delay } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import type { GatewayResponse } from '../gateway.ts';
import type { ConnectionDraft } from '../vendors.ts';
import type { Phase, PhaseContext, RunningWork } from './phase.ts';

type Resource = 'connections' | 'tokens';
type Verb = 'create' | 'update' | 'delete';

/** A management request, and what is known about its outcome. */
interface Managed {
  readonly resource: Resource;
  readonly verb: Verb;
  readonly name: string;
  /** Id of its object; of a created one once it is known. */
  id: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>>;
  response: GatewayResponse | undefined;
}

/**
 * Creation, change and deletion of connections and tokens in flight. Afterwards, acknowledged changes are stored, nothing is duplicated or
 * incomplete, and everything has audit entries.
 */
export class ManagePhase implements Phase {
  readonly maxMilliseconds: number = 120;
  readonly #context: PhaseContext;
  readonly #draft: ConnectionDraft;
  readonly #effective: Managed[] = [];

  constructor(context: PhaseContext, draft: ConnectionDraft) {
    this.#context = context;
    this.#draft = draft;
  }

  async begin(round: number): Promise<RunningWork> {
    const [changed, deleted] = [
      await this.#create('connections', `old-${round}-a`),
      await this.#create('connections', `old-${round}-b`),
    ];
    const revoked = await this.#create('tokens', `old-${round}-c`);
    const settings = { ...this.#draft.settings, base_url: `${this.#draft.settings.base_url}/changed` };
    const calls: Managed[] = [
      { resource: 'connections', verb: 'create', name: `new-${round}`, id: undefined, response: undefined },
      { resource: 'tokens', verb: 'create', name: `new-${round}`, id: undefined, response: undefined },
      { resource: 'connections', verb: 'update', name: `old-${round}-a`, id: changed, settings, response: undefined },
      { resource: 'connections', verb: 'delete', name: `old-${round}-b`, id: deleted, response: undefined },
      { resource: 'tokens', verb: 'delete', name: `old-${round}-c`, id: revoked, response: undefined },
    ];
    const sent = calls.map(async (call) => {
      call.response = await this.#send(call);
    });
    return {
      isUnderWay: () => calls.some(({ response }) => response === undefined),
      settle: async () => {
        await Promise.all(sent);
      },
      verify: () => this.#verify(calls),
    };
  }

  #send({ resource, verb, name, id, settings }: Managed): Promise<GatewayResponse> {
    const { workspace } = this.#context;
    if (verb === 'delete') return workspace.manage('DELETE', `/${resource}/${id}`);
    const { credentials, authentication } = this.#draft;
    if (verb === 'update') {
      return workspace.manage('PATCH', `/connections/${id}`, { settings, credentials, authentication, check: false });
    }
    return workspace.manage('POST', `/${resource}`, resource === 'tokens' ? { name } : { ...this.#draft, name });
  }

  async #create(resource: Resource, name: string): Promise<string> {
    const call: Managed = { resource, verb: 'create', name, id: undefined, response: undefined };
    const { status, text, json } = await this.#send(call);
    if (status !== 201) throw new Error(`${resource} ${name} was not created: ${status} ${text}`);
    this.#effective.push({ ...call, id: json.id });
    return json.id;
  }

  async #verify(calls: readonly Managed[]): Promise<void> {
    const { workspace } = this.#context;
    const list = (resource: Resource) => workspace.client.askAll(`${workspace.path}/${resource}`, workspace.adminToken);
    const lists = { connections: await list('connections'), tokens: await list('tokens') };
    for (const call of calls) await this.#check(call, lists[call.resource]);
    for (const { resource, name } of calls) {
      for (const { id } of (await list(resource)).filter(
        (one: RawValue) => one.name === name && (one.revoked_at ?? null) === null,
      )) {
        const { status, text } = await workspace.manage('DELETE', `/${resource}/${id}`);
        if (status >= 300) this.#fail('half made', `${resource} ${name} cannot be deleted: ${status} ${text}`);
      }
    }
  }

  async #check(call: Managed, entries: readonly RawValue[]): Promise<void> {
    const { resource, verb, name, response } = call;
    // A revoked token stays in the list, marked as revoked.
    const found = entries.filter((entry) => entry.name === name && (entry.revoked_at ?? null) === null);
    const about = `${verb} ${resource} ${name}, returned ${response?.status}: ${found.length} found`;
    const wasAcknowledged = response !== undefined && response.status >= 200 && response.status < 300;
    if (response !== undefined && response.status >= 400) this.#fail('refused', `${about} ${response.text}`);
    if (found.length > 1) this.#fail('doubled', about);
    const isEffective = verb === 'delete' ? found.length === 0 : found.some((entry) => isAsWanted(call, entry));
    if (wasAcknowledged && !isEffective) this.#fail('lost', about);
    if (verb === 'update' && found.length === 0) this.#fail('lost', about);
    if (!isEffective) return;
    call.id ??= found[0]?.id;
    this.#effective.push(call);
    if (wasAcknowledged && resource === 'tokens' && verb === 'create')
      await this.#requireWorking(response.json.token, about);
  }

  async #requireWorking(token: string, about: string): Promise<void> {
    const { status } = await this.#context.workspace.client.send('GET', '/api/v1/integrations/connectors', {
      token,
    });
    if (status !== 200) this.#fail('lost', `${about}, but the token is refused with ${status}`);
  }

  #fail(kind: string, text: string): void {
    this.#context.failures.add(`manage: ${kind}`, text);
  }

  async conclude(): Promise<void> {
    const begun = performance.now();
    let missing = await this.#withoutRow();
    // Entries of a process that died are marked as interrupted once another process has noticed.
    while (missing.length > 0 && performance.now() - begun < this.#context.maxStuck) {
      await delay(250);
      missing = await this.#withoutRow();
    }
    for (const { verb, resource, name } of missing) this.#fail('without an audit entry', `${verb} ${resource} ${name}`);
  }

  async #withoutRow(): Promise<readonly Managed[]> {
    const { workspace } = this.#context;
    const rows: readonly RawValue[] = await workspace.client.askAll(`${workspace.path}/audit`, workspace.adminToken);
    const audited = new Set(
      rows.filter(({ kind }) => kind === 'manage').map((row) => `${row.entity} ${row.action} ${row.subject_id}`),
    );
    // A create that was killed has no id yet: its entry is marked as interrupted.
    const interrupted = rows.filter(({ kind, state }) => kind === 'manage' && state === 'interrupted');
    return this.#effective.filter(({ resource, verb, id, response }) => {
      if (audited.has(`${resource} ${verb} ${id}`)) return false;
      const row = interrupted.findIndex(
        ({ entity, action, subject_id: subject }) => entity === resource && action === verb && subject === null,
      );
      const hasResponse = (response?.status ?? 0) > 0;
      if (hasResponse || verb !== 'create' || row === -1) return true;
      interrupted.splice(row, 1);
      return false;
    });
  }
}

function isAsWanted({ verb, settings }: Managed, entry: RawValue): boolean {
  return verb !== 'update' || entry.settings?.base_url === settings?.base_url;
}
