import type { components } from './generated/gateway.generated.ts';
import { entriesOf, perPage } from './management.ts';
import { ConnectoryError, dataOf, type Transport } from './transport.ts';

type Schemas = components['schemas'];

/** A write that waits for approval, or did, in short. */
export type HeldWriteSummary = Schemas['HeldWriteSummary'];
/** A write that waits for approval, or did, with its parameters, what it would send, and its outcome. */
export type HeldWrite = Schemas['HeldWrite'];
/** How far a held write is. */
export type HeldState = HeldWrite['state'];
/** A write that waits for approval, as the call that asked for it learns. */
export type HeldCall = Schemas['ExecuteHeld']['data']['held'];

const collection = '/api/v1/workspaces/{workspace}/held';
const one = `${collection}/{id}` as const;

/** The writes of a workspace that wait for approval. A token that may not approve sees its own. */
export class HeldWrites {
  readonly #transport: Transport;
  readonly #workspace: string;

  constructor(transport: Transport, workspace: string) {
    this.#transport = transport;
    this.#workspace = workspace;
  }

  /** Held writes, newest first, with those that ended in the last 30 days unless a state is given. */
  list(state?: HeldState): AsyncGenerator<HeldWriteSummary, void> {
    const path = { workspace: this.#workspace };
    return entriesOf((cursor) => {
      const query = { limit: perPage, ...(state !== undefined && { state }), ...cursor };
      return dataOf(this.#transport.GET(collection, { params: { path, query } }));
    });
  }

  /** One held write; its `outcome` once it was carried out. */
  get(id: string): Promise<HeldWrite> {
    return dataOf(this.#transport.GET(one, this.#one(id)));
  }

  /** Approves exactly what was seen: `previewHash` is the `preview_hash` of the held write. */
  approve(id: string, previewHash: string): Promise<HeldWrite> {
    const body = { preview_hash: previewHash };
    return dataOf(this.#transport.POST(`${one}/approve`, { ...this.#one(id), body }));
  }

  /** Refuses a held write, or withdraws one that this token asked for. */
  refuse(id: string, reason?: string): Promise<HeldWrite> {
    const body = reason === undefined ? {} : { reason };
    return dataOf(this.#transport.POST(`${one}/refuse`, { ...this.#one(id), body }));
  }

  #one(id: string): { params: { path: { workspace: string; id: string } } } {
    return { params: { path: { workspace: this.#workspace, id } } };
  }
}

/**
 * Thrown by a call whose write waits for approval: it was not sent, and its result is not there yet. Get `held.id` from the held writes of
 * the workspace, or repeat the call with the same `idempotency_key`, for the outcome.
 */
export class WaitsForApproval extends ConnectoryError {
  readonly held: HeldCall;

  constructor(held: HeldCall) {
    const message = `The write waits for approval until ${held.expires_at}; nothing was sent. Held write ${held.id}: ${held.url}`;
    super(message, { code: 'approval_required', status: 202 });
    this.name = 'WaitsForApproval';
    this.held = held;
  }
}
