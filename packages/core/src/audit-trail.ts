import { type DirectActionName, isRead } from '@connectory/connector-sdk/engine';
import type { Audit, AuditEntry } from '@connectory/control-plane';
import type { GatewayError } from '@connectory/errors';
import type { ExecuteRequest } from './execute-request.ts';

/** Gathers what the audit keeps of one execute call, and stores it when the call ends. */
export class AuditTrail {
  readonly #audit: Audit;
  readonly #request: ExecuteRequest;
  readonly #started = performance.now();
  readonly #at = new Date().toISOString();
  connector: string | null = null;
  entity: string | null = null;
  action: string | null = null;
  intent: string | null = null;
  dryRun = false;
  connectionId: string | null = null;
  upstreamStatus: number | null = null;
  records: number | null = null;

  constructor(audit: Audit, request: ExecuteRequest) {
    this.#audit = audit;
    this.#request = request;
  }

  /** Stores the end of a call that succeeded. A write is answered only after its entry is stored. */
  succeeded(): Promise<void> | undefined {
    return this.#store(200, null);
  }

  /** Stores the end of a call that failed. */
  failed(error: GatewayError): Promise<void> | undefined {
    this.upstreamStatus ??= error.upstream?.status ?? null;
    return this.#store(error.status, error.code, error.outcome === 'unknown');
  }

  /** Duration of the call so far, in milliseconds. */
  get duration(): number {
    return performance.now() - this.#started;
  }

  #store(outcome: number, errorCode: string | null, mayHaveWritten = false): Promise<void> | undefined {
    const { principal, requestId } = this.#request;
    const entry: AuditEntry = {
      at: this.#at,
      workspaceId: principal.workspaceId,
      tokenId: principal.tokenId,
      connectionId: this.connectionId,
      connector: this.connector,
      entity: this.entity,
      action: this.action,
      requestId,
      intent: this.intent,
      outcome,
      errorCode,
      upstreamStatus: this.upstreamStatus,
      records: this.records,
      durationMs: this.duration,
      dryRun: this.dryRun,
    };
    const answered = this.upstreamStatus !== null && !isRead(this.action as DirectActionName);
    const wrote = mayHaveWritten || answered;
    // Storing is tried again in the background; the write has happened, so its answer must not turn into an error.
    if (wrote) return this.#audit.recordDurably(entry).catch(() => undefined);
    this.#audit.record(entry);
    return undefined;
  }
}
