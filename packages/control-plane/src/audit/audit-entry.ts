import type { ControlPlaneTables } from '../database/tables.ts';
import { plainText } from '../input.ts';
import { type Actor, personName } from '../people/actor.ts';
import { storedWorkspaceId, type WorkspaceId } from '../workspaces.ts';

/** Kind of an entry: an execute call, or a request that manages the gateway. */
export type AuditKind = 'execute' | 'manage';

/** How far a request is: `started` before anything is done, `interrupted` when its process died before it knew the outcome. */
export type AuditState = 'started' | 'finished' | 'interrupted';

/** What sent a request: an agent over MCP, the command line, the console, or any other program. */
export type AuditVia = 'api' | 'mcp' | 'cli' | 'console';

/** Position of an entry in the order of all entries; `at` is when the request started, a UTC ISO string. */
export interface AuditMoment {
  readonly id: string;
  readonly at: string;
}

/**
 * One audited request: who did what through which connection, and how it ended. Never credentials, and of the params only the key of
 * the record. An entry with the moment of an earlier one replaces it.
 */
export interface AuditEntry extends AuditMoment {
  readonly kind?: AuditKind;
  /** `finished` unless said otherwise. */
  readonly state?: 'started' | 'finished';
  readonly workspaceId: WorkspaceId;
  readonly tokenId: string | null;
  /** The person and the agent that act with the token; nobody known by default. */
  readonly actor?: Actor;
  readonly connectionId: string | null;
  readonly connector: string | null;
  /** The entity of an execute call, or the kind of thing that is managed, such as `tokens`. */
  readonly entity: string | null;
  readonly action: string | null;
  /** The thing that is managed. */
  readonly subjectId?: string | null;
  /** The fields that identify the record that was read by its key, changed or deleted, each value as text. */
  readonly recordKey?: Readonly<Record<string, string>> | null;
  readonly requestId: string;
  /** `api` unless said otherwise. */
  readonly via?: AuditVia;
  /** Why the caller does it, in the caller's words; cut to 512 characters. */
  readonly intent?: string | null;
  /** HTTP status of the response; null until the request has finished. */
  readonly outcome: number | null;
  readonly errorCode?: string | null;
  readonly upstreamStatus?: number | null;
  /** Number of records returned. */
  readonly records?: number | null;
  /** Null while the request is not finished. */
  readonly durationMs: number | null;
  readonly dryRun: boolean;
}

/** An entry that was stored. */
export interface StoredAuditEntry extends Required<Omit<AuditEntry, 'state' | 'actor'>> {
  readonly state: AuditState;
  /** The person as it was called then, and the agent. */
  readonly actor: {
    readonly person: { readonly id: string; readonly name: string } | null;
    readonly agent: string | null;
  };
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
  kind: 'text',
  state: 'text',
  subject_id: 'text',
  owner: 'text',
  record_key: 'text',
  via: 'text',
  person_id: 'text',
  person: 'text',
  agent: 'text',
  stored_at: 'text',
} as const satisfies Record<keyof ControlPlaneTables['audit'], 'text' | 'integer'>;

/**
 * The row of an entry. Whatever the entry holds, the row can be stored: one bad row would hold up all others. Names a
 * caller made up are cut, so that a hostile request cannot fill the table. `owner` is the process that will finish the entry.
 */
export function toAuditRow(entry: AuditEntry, owner: string | null): ControlPlaneTables['audit'] {
  return {
    workspace_id: plainText(entry.workspaceId, 128),
    at: plainText(entry.at, 32),
    id: plainText(entry.id, 36),
    token_id: textOrNull(entry.tokenId, 128),
    connection_id: textOrNull(entry.connectionId, 128),
    connector: textOrNull(entry.connector, 128),
    entity: textOrNull(entry.entity, 128),
    action: textOrNull(entry.action, 128),
    request_id: plainText(entry.requestId, 128),
    intent: textOrNull(entry.intent, 512),
    outcome: numberOrNull(entry.outcome),
    error_code: textOrNull(entry.errorCode, 128),
    upstream_status: numberOrNull(entry.upstreamStatus),
    records: numberOrNull(entry.records),
    duration_ms: numberOrNull(entry.durationMs),
    dry_run: entry.dryRun ? 1 : 0,
    kind: entry.kind ?? 'execute',
    state: entry.state ?? 'finished',
    subject_id: textOrNull(entry.subjectId, 128),
    owner,
    record_key: keyText(entry.recordKey),
    via: entry.via ?? 'api',
    person_id: textOrNull(entry.actor?.person?.id, 128),
    person: textOrNull(entry.actor?.person && personName(entry.actor.person), 256),
    agent: textOrNull(entry.actor?.agent, 256),
    stored_at: null,
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
    kind: row.kind as AuditKind,
    state: row.state as AuditState,
    subjectId: row.subject_id,
    recordKey: row.record_key === null ? null : (JSON.parse(row.record_key) as Record<string, string>),
    via: row.via as AuditVia,
    actor: { person: row.person_id === null ? null : { id: row.person_id, name: row.person ?? '' }, agent: row.agent },
  };
}

const maxKeyFields = 8;

/** The JSON text of a record key: at most eight fields, names and values cut; null without one. */
function keyText(key: AuditEntry['recordKey']): string | null {
  const fields = Object.entries(key ?? {}).slice(0, maxKeyFields);
  if (fields.length === 0) return null;
  return JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [plainText(name, 64), keyValue(value)])));
}

/** The text of a value in a stored record key. */
export const keyValue = (value: string): string => plainText(value, 256);

function textOrNull(text: string | null | undefined, longest: number): string | null {
  return text === null || text === undefined ? null : plainText(text, longest);
}

function wholeNumber(value: number): number {
  return Math.round(Math.min(Math.max(value || 0, 0), 2_147_483_647));
}

function numberOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : wholeNumber(value);
}
