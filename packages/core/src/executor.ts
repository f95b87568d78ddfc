import { type DirectActionName, GatewayError, isRead, type RawValue, resultKind } from '@connectory/connector-sdk';
import type { Connection, ConnectionReport, ControlPlane, Credentials, WorkspaceId } from '@connectory/control-plane';
import type { RecordsAnswer, UpstreamCall, UpstreamClient } from '@connectory/upstream';
import { AuditTrail } from './audit-trail.ts';
import { runCheck } from './connection-check.ts';
import { ConnectionViews } from './connection-view.ts';
import { type ExecuteEnvelope, parseEnvelope } from './execute-envelope.ts';
import type { ExecuteRequest, ExecuteResult } from './execute-request.ts';
import { protectedByKey } from './idempotent-write.ts';
import { parseAnswer } from './parse-answer.ts';
import type { RegisteredConnector, Registry } from './registry.ts';
import { type ResolvedAction, resolveAction } from './resolve-action.ts';
import { type FieldChooser, fieldChooser } from './select-fields.ts';
import { toGatewayError } from './to-gateway-error.ts';
import { validateParams } from './validate-params.ts';

/** What happened in one execute call, for metrics and logs: names from manifests only, never the caller's text. */
export interface ExecuteObservation {
  readonly connector: string | null;
  readonly entity: string | null;
  readonly action: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly records: number | null;
  readonly durationMs: number;
}

/** What an executor works with. */
export interface ExecutorParts {
  readonly registry: Registry;
  readonly controlPlane: ControlPlane;
  readonly upstream: UpstreamClient;
  /** Called at the end of each call. */
  readonly observe?: (observation: ExecuteObservation) => void;
}

interface StoredConnection {
  readonly connection: Connection;
  readonly credentials: Credentials;
}

interface Prepared extends StoredConnection {
  readonly envelope: ExecuteEnvelope;
  readonly resolved: ResolvedAction;
  readonly choose: FieldChooser | undefined;
  readonly call: UpstreamCall;
}

/** Runs execute calls: resolve, authorise, validate, run upstream, shape, audit. Knows neither HTTP server nor SQL. */
export class Executor {
  readonly #parts: ExecutorParts;
  readonly #views: ConnectionViews;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
    this.#views = new ConnectionViews(parts.controlPlane);
  }

  /** Runs one call. Throws only `GatewayError`; each call leaves one audit entry. */
  async execute(request: ExecuteRequest): Promise<ExecuteResult> {
    const trail = new AuditTrail(this.#parts.controlPlane.audit, request);
    let prepared: Prepared | undefined;
    try {
      const envelope = readEnvelope(request, trail);
      // Awaiting what is there already would cost a turn of the queue on every call.
      const found = this.#connection(request.principal.workspaceId, request.connectionId);
      const stored = found instanceof Promise ? await found : found;
      prepared = this.#prepare(request, envelope, stored, trail);
      const result = await this.#run(request, prepared, trail);
      const auditStored = trail.succeeded();
      if (auditStored !== undefined) await auditStored;
      if (!prepared.envelope.dryRun) this.#report(prepared, undefined);
      this.#observe(trail, 200, null);
      return result;
    } catch (thrown) {
      const error = toGatewayError(thrown);
      await trail.failed(error);
      this.#report(prepared, error);
      this.#observe(trail, error.status, error.code);
      throw error;
    }
  }

  /** Runs the check action of a stored connection and notes the outcome in its state. Throws the error of the failed call. */
  async check(workspaceId: WorkspaceId, connectionId: string): Promise<void> {
    const { connection, credentials } = await this.#connection(workspaceId, connectionId);
    const { connector } = this.#connector(connection);
    const view = this.#views.view(connection, connector, credentials);
    try {
      await runCheck(this.#parts.upstream, view);
    } catch (thrown) {
      const error = toGatewayError(thrown);
      this.#report({ connection, credentials }, error);
      throw error;
    }
    await this.#parts.controlPlane.connections.report(workspaceId, connectionId, { event: 'working' });
  }

  #prepare(
    request: ExecuteRequest,
    envelope: ExecuteEnvelope,
    { connection, credentials }: StoredConnection,
    trail: AuditTrail,
  ): Prepared {
    trail.connectionId = connection.id;
    trail.connector = connection.connector;
    const registered = this.#connector(connection);
    const { policy } = request.principal;
    const resolved = resolveAction(registered, connection, policy, envelope.entity, envelope.action);
    const params = validateParams(resolved.action.params, envelope.params);
    const choose = fieldChooser({ select: envelope.selectFields, exclude: envelope.excludeFields });
    const call: UpstreamCall = {
      connection: this.#views.view(connection, registered.connector, credentials),
      name: resolved.name,
      action: resolved.action,
      params,
      ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
      ...(request.range !== undefined && { range: request.range }),
      ...(request.signal !== undefined && { signal: request.signal }),
    };
    return { envelope, resolved, connection, credentials, choose, call };
  }

  #connection(workspaceId: WorkspaceId, connectionId: string): StoredConnection | Promise<StoredConnection> {
    const { connections } = this.#parts.controlPlane;
    const connection = connections.get(workspaceId, connectionId);
    const credentials = connections.credentials(workspaceId, connectionId);
    if (connection instanceof Promise || credentials instanceof Promise) {
      return Promise.all([connection, credentials]).then((found) => storedConnection(...found));
    }
    return storedConnection(connection, credentials);
  }

  #connector({ connector }: Connection): RegisteredConnector {
    const registered = this.#parts.registry.get(connector);
    if (registered !== undefined) return registered;
    throw new GatewayError('connector_not_found', `This gateway has no connector "${connector}" installed.`);
  }

  #run(request: ExecuteRequest, prepared: Prepared, trail: AuditTrail): ExecuteResult | Promise<ExecuteResult> {
    const { envelope, resolved, call, connection } = prepared;
    if (envelope.dryRun) return { kind: 'preview', requests: this.#parts.upstream.preview(call) };
    const carryOut = () => this.#carryOut(request, prepared, trail);
    const key = request.idempotencyKey;
    if (key === undefined || isRead(resolved.name)) return carryOut();
    return protectedByKey(this.#parts.controlPlane.idempotency, connection, key, envelope, carryOut);
  }

  async #carryOut(
    request: ExecuteRequest,
    { resolved, choose, call }: Prepared,
    trail: AuditTrail,
  ): Promise<ExecuteResult> {
    const { upstream } = this.#parts;
    const kind = resultKind(resolved.name);
    if (kind === 'file') {
      const file = await upstream.file(call);
      trail.upstreamStatus = file.status;
      return { kind, file };
    }
    const shape = (json: Buffer) =>
      choose === undefined ? json : Buffer.from(JSON.stringify(choose(parseAnswer(json, resolved.name))));
    if (kind === 'record') {
      const { json, status } = await upstream.record(call);
      trail.upstreamStatus = status;
      trail.records = 1;
      return { kind, json: shape(json), meta: {} };
    }
    const answer = capped(await upstream.records(call), request.principal.policy.maxRecords, resolved.name);
    trail.upstreamStatus = answer.status;
    trail.records = answer.count;
    return { kind, json: shape(answer.json), meta: { ...answer.meta, next_params: answer.nextParams } };
  }

  // Not awaited: the state of the connection is not part of the answer, and storing it is tried again with the next call.
  #report(used: StoredConnection | undefined, error: GatewayError | undefined): void {
    if (used === undefined) return;
    const { connection, credentials } = used;
    const { connections } = this.#parts.controlPlane;
    const report = (what: ConnectionReport) => {
      connections.report(connection.workspaceId, connection.id, what).catch(() => undefined);
    };
    if (error === undefined) {
      if (connection.state !== 'active') report({ event: 'working' });
    } else if (error.code === 'credential_rejected' && error.upstream?.status === 401) {
      report({ event: 'credentials_refused', reason: error.message, credentialsVersion: credentials.version });
    } else if (error.code === 'upstream_unavailable' || error.code === 'upstream_timeout') {
      report({ event: 'failing', reason: error.message });
    }
  }

  #observe(trail: AuditTrail, status: number, code: string | null): void {
    const { observe, registry } = this.#parts;
    if (observe === undefined) return;
    const entity =
      trail.connector === null ? undefined : registry.get(trail.connector)?.entities.get(trail.entity ?? '');
    observe({
      connector: trail.connector,
      entity: entity?.entity.name ?? null,
      action: entity?.actions.has(trail.action ?? '') ? trail.action : null,
      status,
      code,
      records: trail.records,
      durationMs: trail.duration,
    });
  }
}

function readEnvelope({ body }: ExecuteRequest, trail: AuditTrail): ExecuteEnvelope {
  const envelope = parseEnvelope(body);
  trail.entity = envelope.entity;
  trail.action = envelope.action;
  trail.intent = envelope.intent ?? null;
  trail.dryRun = envelope.dryRun;
  return envelope;
}

function storedConnection(connection: Connection | null, credentials: Credentials | null): StoredConnection {
  if (connection !== null && credentials !== null) return { connection, credentials };
  throw new GatewayError('connector_not_found', 'The workspace has no connection with that id. List its connections.');
}

// A row cap ends the listing: offering the next page would only invite the caller past the cap.
function capped(answer: RecordsAnswer, most: number | undefined, action: DirectActionName): RecordsAnswer {
  if (most === undefined || answer.count <= most) return answer;
  const rows: RawValue[] = parseAnswer(answer.json, action);
  const json = Buffer.from(JSON.stringify(rows.slice(0, most)));
  return { ...answer, json, count: most, nextParams: null, meta: { ...answer.meta, capped_at: most } };
}
