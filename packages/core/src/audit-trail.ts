import { type Audit, type AuditEntry, type AuditMoment, type Connection, notStored } from '@connectory/control-plane';
import type { GatewayError } from '@connectory/errors';
import type { RecordKey } from './record-key.ts';
import type { ExecuteRequest } from './request.ts';

/** Collects the audit entry of one execute call, and stores it when the call ends. */
export class AuditTrail {
  readonly #audit: Audit;
  readonly #request: Pick<ExecuteRequest, 'principal' | 'requestId' | 'via'>;
  readonly #started = performance.now();
  readonly #moment: AuditMoment;
  #isWrite = false;
  connector: string | null = null;
  entity: string | null = null;
  action: string | null = null;
  intent: string | null = null;
  dryRun = false;
  connectionId: string | null = null;
  upstreamStatus: number | null = null;
  records: number | null = null;
  recordKey: RecordKey | null = null;
  /** ID of the held write that the call led to, or carries out. */
  heldId: string | null = null;
  /** The tables that a statement reads; each has an entry of its own. */
  readonly tables: { readonly connection: Connection; readonly entity: string }[] = [];

  constructor(audit: Audit, request: Pick<ExecuteRequest, 'principal' | 'requestId' | 'via'>) {
    this.#audit = audit;
    this.#request = request;
    this.#moment = audit.moment();
  }

  /** Stores that a write is about to leave. Throws `database_unavailable` when that fails: nothing may leave then. */
  async writeBegins(): Promise<void> {
    try {
      await this.#audit.begin(this.#entry(null, null));
      this.#isWrite = true;
    } catch (cause) {
      throw notStored('The audit entry of the write', cause);
    }
  }

  /** Stores the end of a successful call. The response to a write is sent only after its entry is stored. */
  succeeded(status = 200): Promise<void> {
    return this.#store(status, null);
  }

  /** Stores the end of a call that failed. */
  failed(error: GatewayError): Promise<void> {
    this.upstreamStatus ??= error.upstream?.status ?? null;
    return this.#store(error.status, error.code);
  }

  /** Duration of the call so far, in milliseconds. */
  get duration(): number {
    return performance.now() - this.#started;
  }

  async #store(outcome: number, errorCode: string | null): Promise<void> {
    const entry = this.#entry(outcome, errorCode);
    // Storing is retried in the background; the write has happened, so its response must not become an error.
    if (this.#isWrite) await this.#audit.recordDurably(entry).catch(() => undefined);
    else if (this.tables.length === 0) this.#audit.record(entry);
    for (const [index, { connection, entity }] of this.tables.entries()) {
      const moment = index === 0 ? {} : this.#audit.moment();
      const { id: connectionId, connector } = connection;
      this.#audit.record({ ...entry, ...moment, connectionId, connector, entity });
    }
  }

  #entry(outcome: number | null, errorCode: string | null): AuditEntry {
    const { principal, requestId, via = 'api' } = this.#request;
    return {
      ...this.#moment,
      workspaceId: principal.workspaceId,
      tokenId: principal.tokenId,
      actor: principal.actor,
      connectionId: this.connectionId,
      connector: this.connector,
      entity: this.entity,
      action: this.action,
      recordKey: this.recordKey,
      subjectId: this.heldId,
      requestId,
      via,
      intent: this.intent,
      outcome,
      errorCode,
      upstreamStatus: this.upstreamStatus,
      records: this.records,
      durationMs: outcome === null ? null : this.duration,
      dryRun: this.dryRun,
    };
  }
}
