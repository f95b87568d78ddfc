import type { ActionManifest, Deprecation } from '@connectory/connector-sdk/engine';
import type { AuditVia, HeldState, TokenPrincipal, UsedConnection, WorkspaceId } from '@connectory/control-plane';
import { type FieldError, GatewayError, jsonPointer, nearestName, shownPointer } from '@connectory/errors';
import { executeRequestSchema } from '@connectory/errors/validation';
import type { FileResponse, HeldResponses, RequestPreview, UploadedFile } from '@connectory/upstream';
import type { z } from 'zod';
import type { HeldParts } from './held/held-call.ts';
import type { CallSpan } from './observation.ts';
import type { ResolvedAction } from './resolve-action.ts';

/** A connection and an action that were found by their names. Calls with it do not look them up again, so it must be recent. */
export interface ResolvedCall {
  readonly used: UsedConnection;
  readonly action: ResolvedAction;
  /** The action as its manifest describes it. */
  readonly described: ActionManifest;
}

/** One execute call as it reached the gateway, authenticated. */
export interface ExecuteRequest {
  readonly principal: TokenPrincipal;
  readonly connectionId: string;
  /** The parsed body: an execute envelope. */
  readonly body: unknown;
  readonly requestId: string;
  /** What sent the request; `api` by default. */
  readonly via?: AuditVia;
  /** What the connection and the names in the body lead to, if `Executor.resolve` has found it. */
  readonly resolved?: ResolvedCall;
  readonly idempotencyKey?: string;
  /** The file of an upload. */
  readonly file?: UploadedFile | undefined;
  /** Set for a call of a batch, which leaves a share of the vendor's quota to other calls and waits longer for its own. */
  readonly purpose?: 'batch';
  /** Range header, for downloads. */
  readonly range?: string;
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal;
  /** Memory held by responses that the caller has not received yet; the sender releases it. */
  readonly held?: HeldResponses;
  /** Set for a write that was approved: it is sent, unless it throws for what the call depends on now. */
  readonly approved?: ApprovedWrite;
  /** Follows the call, where it is traced. */
  readonly span?: CallSpan | undefined;
  /** Called when the action that was found is going to be removed. */
  readonly onDeprecated?: (deprecation: Deprecation) => void;
}

/** The approval of a held write. */
interface ApprovedWrite {
  /** ID of the held write. */
  readonly id: string;
  /** Called before anything is sent. Throws if anything has changed. */
  requireSame(parts: HeldParts): void;
}

/** A write that waits for approval, with the requests that would be sent. */
export interface HeldCall {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly state: HeldState;
  /** When it ends without approval; a UTC ISO string. */
  readonly expiresAt: string;
  readonly requests: readonly RequestPreview[];
}

/** Result of an execute call: JSON text with pagination, the requests of a dry run, an open file, or a write that waits for approval. */
export type ExecuteResult =
  | {
      readonly kind: 'records' | 'record';
      /** JSON text: an array of records, or one record. */
      readonly json: Buffer;
      readonly meta: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'preview'; readonly requests: readonly RequestPreview[] }
  | { readonly kind: 'file'; readonly file: FileResponse }
  | { readonly kind: 'held'; readonly held: HeldCall };

/** The execute request */
export interface ExecuteEnvelope {
  readonly entity: string;
  readonly action: string;
  readonly params: object;
  readonly selectFields: readonly string[] | undefined;
  readonly excludeFields: readonly string[] | undefined;
  readonly dryRun: boolean;
  readonly limitHeaders: boolean;
  readonly intent: string | undefined;
}

const maxErrors = 20;

/** Reads the body of an execute request. Throws `malformed_request` naming each wrong member. */
export function parseEnvelope(body: unknown): ExecuteEnvelope {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('malformed_request', 'The body must be a JSON object with "entity" and "action".');
  }
  const read = executeRequestSchema.safeParse(body);
  if (!read.success) throw malformed(read.error.issues, body);
  // Not what was parsed, which is a copy: params may be large.
  const given = body as z.output<typeof executeRequestSchema>;
  return {
    entity: given.entity,
    action: given.action,
    params: given.params ?? {},
    selectFields: given.select_fields ?? undefined,
    excludeFields: given.exclude_fields ?? undefined,
    dryRun: given.dry_run === true,
    limitHeaders: given.limit_headers === true,
    intent: given.intent ?? undefined,
  };
}

function malformed(issues: readonly z.core.$ZodIssue[], body: object): GatewayError {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const wrong = new Map(
    issues.flatMap(({ path: [name], message }) => (name === undefined ? [] : [[String(name), message] as const])),
  );
  const errors = [
    ...unknown.slice(0, maxErrors).map(unknownMember),
    ...[...wrong].map(([name, message]) => wrongMember(name, message, body)),
  ].slice(0, maxErrors);
  const [first] = errors;
  const hint = first?.did_you_mean === undefined ? '' : ` Did you mean "${first.did_you_mean}"?`;
  const detail =
    first === undefined ? 'The body is malformed.' : `${shownPointer(first.field)} ${first.message}.${hint}`;
  return new GatewayError('malformed_request', detail, { errors });
}

function wrongMember(name: string, message: string, body: object): FieldError {
  return (body as Readonly<Record<string, unknown>>)[name] === undefined
    ? { field: `/${name}`, message: 'is required', error_code: 'required' }
    : { field: `/${name}`, message, error_code: 'invalid_type' };
}

function unknownMember(name: string): FieldError {
  const near = nearestName(name, Object.keys(executeRequestSchema.shape));
  return {
    field: jsonPointer([name.slice(0, 100)]),
    message: 'is not a field of the request',
    error_code: 'unknown_name',
    ...(near !== undefined && { did_you_mean: near }),
  };
}
