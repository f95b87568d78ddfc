import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuditEntry,
  type ControlPlane,
  isId,
  notStored,
  type Principal,
  type WorkspaceId,
  workspaceless,
} from '@connectory/control-plane';
import type { OpenApiDocument } from '@connectory/openapi';
import type { Request, RequestHandler } from 'express';
import { type AccessParts, callerIfAny, principalIfAny, tokenIdOf } from '../http/authenticate.ts';
import { lazy } from '../http/lazy.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { type ManagedResource, managedResources, safeRequests } from './managed-resource.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
// Case-insensitive, like Express, which also routes `/API/v1/…/`.
const apiPath = /^\/api\//i;
// Execute calls and the calls of a batch have their own audit entries.
const executePath = /^\/api\/v1\/integrations\/connectors\/[^/]+\/(execute|batch)(\/|$)/;
const actors = new WeakMap<IncomingMessage, Principal>();
const facts = new WeakMap<IncomingMessage, Readonly<Record<string, string>>>();

type AuditedParts = AccessParts & Pick<ControlPlane, 'audit' | 'connections'>;

/** Tells the audit who sent a request without an `Authorization` header. */
export function noteActor(request: IncomingMessage, principal: Principal): void {
  actors.set(request, principal);
}

/** Tells the audit what a request decides about, such as the hash of what was shown; it is stored as the record key of the entry. */
export function noteFacts(request: IncomingMessage, noted: Readonly<Record<string, string>>): void {
  facts.set(request, noted);
}

/**
 * Stores an audit entry for every request that may change what the gateway stores, before the request is handled and again when it has
 * ended. Routes cannot influence it; only the document can declare an operation safe. Unauthenticated requests have no entry. Throws
 * `database_unavailable` if the entry cannot be stored; the request is then not handled.
 */
export function auditManagement(controlPlane: AuditedParts, document: () => OpenApiDocument): RequestHandler {
  const resourceOf = lazy(() => managedResources(document()));
  const isSafe = lazy(() => safeRequests(document()));
  return async (request, response, next) => {
    const { method, path } = request;
    if (reads.has(method) || !apiPath.test(path) || executePath.test(path) || isSafe()(method, path)) return next();
    const known = resourceOf()(method, path);
    const started = performance.now();
    const moment = controlPlane.audit.moment();
    const entryOf = async (principal: Principal): Promise<AuditEntry> => {
      const workspaceId = await workspaceOf(controlPlane, principal, known);
      return {
        ...moment,
        ...(known ?? unknown(method)),
        kind: 'manage',
        workspaceId,
        tokenId: tokenIdOf(principal),
        actor: principal.kind === 'token' ? principal.actor : { person: principal.person, agent: null },
        connector: await connectorOf(controlPlane, workspaceId, known?.connectionId ?? null),
        requestId: requestIdOf(request),
        via: viaOf(request),
        outcome: null,
        durationMs: null,
        dryRun: false,
      };
    };
    const principal = await senderOf(controlPlane, request, known);
    const entry = principal === undefined || known === undefined ? undefined : await entryOf(principal);
    const end = async (status: number, body: GivenResponse['body']) => {
      const actor = principal ?? actors.get(request);
      // A request without a matching route has changed nothing.
      if (actor === undefined || (known === undefined && (status === 404 || status === 405))) return;
      const durationMs = performance.now() - started;
      const begun = entry ?? (await entryOf(actor));
      const recordKey = facts.get(request) ?? null;
      const ended = { ...begun, ...responded(status, body, known), recordKey, durationMs };
      const connector =
        begun.connector ?? (await connectorOf(controlPlane, ended.workspaceId, ended.connectionId).catch(() => null));
      await controlPlane.audit.recordDurably({ ...ended, connector });
    };
    if (entry !== undefined) {
      await controlPlane.audit.begin(entry).catch((cause: unknown) => {
        end(503, { code: 'database_unavailable' }).catch(() => undefined);
        throw notStored('The audit entry of the request', cause);
      });
    }
    // The request has been handled; the audit reports and retries an entry that it could not store.
    beforeResponse(response, ({ status, body }) => end(status, body));
    next();
  };
}

// A route that is not in the document has an audit entry as well.
const unknown = (method: string): ManagedResource => ({
  entity: 'unknown',
  action: method.toLowerCase(),
  workspace: undefined,
  subjectId: null,
  connectionId: null,
});

/** Who sent a request: a person without a workspace as well, for what belongs to none. */
async function senderOf(
  controlPlane: AuditedParts,
  request: Request,
  known: ManagedResource | undefined,
): Promise<Principal | undefined> {
  const principal = await principalIfAny(controlPlane, request);
  if (principal !== undefined || known?.workspace !== undefined) return principal;
  const caller = await callerIfAny(controlPlane, request);
  // The entry is in no workspace, as those of an admin are.
  return caller?.kind === 'person' ? { kind: 'admin', person: caller.signedIn.person } : caller;
}

/** Returns the workspace whose audit the entry belongs to: that of the token, or the one the admin manages, none if it is deleted. */
async function workspaceOf(
  { workspaces }: AuditedParts,
  principal: Principal,
  resource: ManagedResource | undefined,
): Promise<WorkspaceId> {
  const isAdmin = principal.kind === 'admin' || principal.tokenKind === 'session';
  if (isAdmin && isOfGateway(resource)) return workspaceless;
  if (principal.kind === 'token') return principal.workspaceId;
  const found = resource?.workspace === undefined ? null : await workspaces.find(resource.workspace);
  return found?.id ?? workspaceless;
}

// What only an admin does; the audit of a workspace ends with it.
const isOfGateway = (resource: ManagedResource | undefined): boolean =>
  resource?.entity === 'people' ||
  resource?.entity === 'sessions' ||
  (resource?.entity === 'workspaces' && resource.action !== 'update');

async function connectorOf(
  { connections }: AuditedParts,
  workspaceId: WorkspaceId,
  connectionId: string | null,
): Promise<string | null> {
  return connectionId === null ? null : ((await connections.get(workspaceId, connectionId))?.connector ?? null);
}

/** What the response adds to an entry: the outcome, and the id of a created object. */
function responded(
  status: number,
  body: GivenResponse['body'],
  resource: ManagedResource | undefined,
): Pick<AuditEntry, 'outcome' | 'errorCode'> & Partial<AuditEntry> {
  if (status >= 400) return { outcome: status, errorCode: typeof body?.code === 'string' ? body.code : null };
  const made = typeof body?.id === 'string' && isId(body.id) ? body.id : null;
  if (made === null || (resource?.subjectId ?? null) !== null) return { outcome: status, errorCode: null };
  return {
    outcome: status,
    errorCode: null,
    subjectId: made,
    ...(resource?.entity === 'connections' && { connectionId: made }),
  };
}

/** The status and body of a JSON response; the body is undefined unless it is a JSON object. */
interface GivenResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Calls `listener` when the response is complete, and sends it once the listener has settled, successfully or not. */
function beforeResponse(response: ServerResponse, listener: (reply: GivenResponse) => Promise<void>): void {
  const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse;
  response.end = (...values: unknown[]) => {
    response.end = end;
    const send = () => void end(...values);
    listener({ status: response.statusCode, body: objectOf(values[0]) }).then(send, send);
    return response;
  };
}

function objectOf(chunk: unknown): GivenResponse['body'] {
  if (!Buffer.isBuffer(chunk)) return undefined;
  try {
    const value: unknown = JSON.parse(chunk.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
