import { plainText } from './plain-text.ts';
import type { ControlPlaneTables } from './tables.ts';
import { storedWorkspaceId, type WorkspaceId } from './workspace-id.ts';

/** One execute as the audit keeps it: who did what through which connection, and how it ended. Never params, never credentials. */
export interface AuditEntry {
  /** When the request began, UTC ISO string. */
  readonly at: string;
  readonly workspaceId: WorkspaceId;
  readonly tokenId: string | null;
  readonly connectionId: string | null;
  readonly connector: string | null;
  readonly entity: string | null;
  readonly action: string | null;
  readonly requestId: string;
  /** Why the caller does it, in the caller's words; cut to 512 characters. */
  readonly intent?: string | null;
  /** HTTP status of the answer. */
  readonly outcome: number;
  readonly errorCode?: string | null;
  readonly upstreamStatus?: number | null;
  /** Number of records answered. */
  readonly records?: number | null;
  readonly durationMs: number;
  readonly dryRun: boolean;
}

/** An entry that was stored. */
export interface StoredAuditEntry extends Required<AuditEntry> {
  readonly id: string;
}

/** The columns of an audit row, as `RowInserter` takes them. */
export const auditColumns = {
  workspace_id: 'text',
  at: 'text',
  id: 'text',
  token_id: 'text',
  connection_id: 'text',
  connector: 'text',
  entity: 'text',
  action: 'text',
  request_id: 'text',
  intent: 'text',
  outcome: 'integer',
  error_code: 'text',
  upstream_status: 'integer',
  records: 'integer',
  duration_ms: 'integer',
  dry_run: 'integer',
} as const satisfies Record<keyof ControlPlaneTables['audit'], 'text' | 'integer'>;

/**
 * The row of an entry. Whatever the entry holds, the row can be stored: one bad row would hold up all others. Names a
 * caller made up are cut, so that a hostile request cannot fill the table.
 */
export function toAuditRow(id: string, entry: AuditEntry): ControlPlaneTables['audit'] {
  return {
    workspace_id: plainText(entry.workspaceId, 128),
    at: plainText(entry.at, 32),
    id,
    token_id: textOrNull(entry.tokenId, 128),
    connection_id: textOrNull(entry.connectionId, 128),
    connector: textOrNull(entry.connector, 128),
    entity: textOrNull(entry.entity, 128),
    action: textOrNull(entry.action, 128),
    request_id: plainText(entry.requestId, 128),
    intent: textOrNull(entry.intent, 512),
    outcome: wholeNumber(entry.outcome),
    error_code: textOrNull(entry.errorCode, 128),
    upstream_status: numberOrNull(entry.upstreamStatus),
    records: numberOrNull(entry.records),
    duration_ms: wholeNumber(entry.durationMs),
    dry_run: entry.dryRun ? 1 : 0,
  };
}

/** The entry of a row. */
export function fromAuditRow(row: ControlPlaneTables['audit']): StoredAuditEntry {
  return {
    id: row.id,
    at: row.at,
    workspaceId: storedWorkspaceId(row.workspace_id),
    tokenId: row.token_id,
    connectionId: row.connection_id,
    connector: row.connector,
    entity: row.entity,
    action: row.action,
    requestId: row.request_id,
    intent: row.intent,
    outcome: row.outcome,
    errorCode: row.error_code,
    upstreamStatus: row.upstream_status,
    records: row.records,
    durationMs: row.duration_ms,
    dryRun: row.dry_run === 1,
  };
}

function textOrNull(text: string | null | undefined, longest: number): string | null {
  return text === null || text === undefined ? null : plainText(text, longest);
}

function wholeNumber(value: number): number {
  return Math.round(Math.min(Math.max(value || 0, 0), 2_147_483_647));
}

function numberOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : wholeNumber(value);
}
