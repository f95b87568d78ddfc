import { addAbortSignal } from 'node:stream';
import type { Connector, RawValue } from '@connectory/connector-sdk';
import { type DirectActionName, effectOf, isRead, makesRecord, resultKind } from '@connectory/connector-sdk/engine';
import { asksForPlan, maxStalenessIn, parseSearch } from '@connectory/context-store';
import {
  type Connection,
  type ControlPlane,
  hidesData,
  type Policy,
  personName,
  type TokenPrincipal,
  type UsedConnection,
  type WorkspaceId,
} from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { sqlParamsSchema, type sqlRequestSchema, validateParams } from '@connectory/errors/validation';
import { firstElements } from '@connectory/exact-json';
import {
  accountName,
  keyPathOf,
  type RecordsResponse,
  type UploadedFile,
  type UpstreamCall,
  type UpstreamClient,
} from '@connectory/upstream';
import type { z } from 'zod';
import { AuditTrail } from './audit-trail.ts';
import { ConnectionViews, reportOutcome, requireResumed, runCheck } from './connection.ts';
import { viewOf } from './data-view/data-views.ts';
import type { EntityView } from './data-view/entity-view.ts';
import { flagged } from './data-view/flagged-texts.ts';
import {
  recordShown,
  recordsShown,
  requireExistingRecord,
  requireShownParams,
  requireShownResult,
  withoutRemoteText,
} from './data-view/live-calls.ts';
import { readingResponse, toGatewayError } from './errors.ts';
import { type FieldChooser, fieldChooser, requireDeclaredFields, searchFieldPath } from './fields.ts';
import { fingerprintOf, mustWait, partsOf, toContent } from './held/held-call.ts';
import { heldResult } from './held/held-result.ts';
import type { ContextCopy } from './hosted/context-copy.ts';
import type { CopySql, SqlResponse } from './hosted/copy-sql.ts';
import { StoredConnection } from './hosted/stored-connections.ts';
import { protectedByKey } from './idempotent-write.ts';
import { type SpanFacts, upstreamSpans, withinSpan } from './observation.ts';
import { connectorOf, requireInstalled } from './own-fields/own-connector.ts';
import { keyInParams, keyOfCreated } from './record-key.ts';
import type { RegisteredConnector, RegisteredEntity, Registry } from './registry.ts';
import {
  type ExecuteEnvelope,
  type ExecuteRequest,
  type ExecuteResult,
  parseEnvelope,
  type ResolvedCall,
} from './request.ts';
import {
  type DirectAction,
  type ResolvedAction,
  resolveAction,
  type SearchAction,
  searchAction,
  sqlAction,
} from './resolve-action.ts';
import { unknownConnection } from './unknown-connection.ts';
import { VendorWebhooks } from './vendor-webhooks.ts';

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

/** Dependencies of an executor. */
export interface ExecutorParts {
  readonly registry: Registry;
  readonly controlPlane: ControlPlane;
  readonly upstream: UpstreamClient;
  /** The synchronized copies; absent in direct mode. */
  readonly copy?: ContextCopy | undefined;
  /** SQL over the copies; absent in direct mode. */
  readonly sql?: CopySql | undefined;
  /** Called at the end of each call. */
  readonly observe?: (observation: ExecuteObservation) => void;
}

/** A statement over the copies of a workspace. */
export interface SqlCall extends Pick<ExecuteRequest, 'principal' | 'requestId' | 'via'> {
  readonly statement: z.output<typeof sqlRequestSchema>;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

interface Prepared extends UsedConnection {
  /** What the policy shows of the entity; undefined for everything. */
  readonly view: EntityView | undefined;
  readonly envelope: ExecuteEnvelope;
  readonly resolved: DirectAction;
  readonly choose: FieldChooser | undefined;
  readonly call: UpstreamCall;
}

interface FoundCall {
  readonly envelope: ExecuteEnvelope;
  readonly stored: UsedConnection;
  readonly resolved: ResolvedAction;
  readonly connector: Connector;
  /** What the policy shows of the entity; undefined for everything. */
  readonly view: EntityView | undefined;
}

/** Runs execute calls: resolve, authorize, validate, run upstream, shape, audit. Knows neither HTTP server nor SQL. */
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
      const found = await this.#find(request, trail);
      const { envelope, resolved } = found;
      if (resolved.kind === 'direct' && resolved.action.deprecated) request.onDeprecated?.(resolved.action.deprecated);
      let result: ExecuteResult;
      if (resolved.kind === 'search') {
        result = await this.#search(request, found, resolved, trail);
      } else if (resolved.kind === 'sql') {
        result = await this.#sql(request, found, trail);
      } else {
        prepared = this.#prepare(request, found, resolved);
        trail.recordKey = keyInParams(resolved, prepared.call.params);
        result = await this.#run(request, prepared, trail);
      }
      const status = result.kind === 'held' ? 202 : 200;
      await trail.succeeded(status);
      if (prepared !== undefined && !envelope.dryRun && status === 200) this.#report(prepared, undefined);
      this.#observe(request, trail, status, null);
      const { principal } = request;
      return namingActor(principal.policy.flagInstructions === true ? flagged(result) : result, principal);
    } catch (thrown) {
      throw await this.#failed(request, trail, thrown, prepared);
    }
  }

  /**
   * Runs a statement over the copies of a workspace. Throws only `GatewayError`; leaves one audit entry for each table that the statement
   * reads, and one if it reads none.
   */
  async runSql({ principal, statement, signal, ...request }: SqlCall): Promise<SqlResponse> {
    const trail = new AuditTrail(this.#parts.controlPlane.audit, { principal, ...request });
    trail.action = sqlAction;
    trail.intent = statement.intent ?? null;
    try {
      const { sql: copies } = this.#parts;
      if (copies === undefined) throw new GatewayError('hosted_mode_required', noCopies);
      const { workspaceId, policy } = principal;
      const { sql, limit, max_staleness: maxStaleness } = statement;
      const onTable = (connection: Connection, entity: string) => void trail.tables.push({ connection, entity });
      const response = await copies.run({ workspaceId, policy, sql, limit, maxStaleness, signal, onTable });
      trail.records = response.count;
      await trail.succeeded();
      return response;
    } catch (thrown) {
      const error = toGatewayError(thrown);
      await trail.failed(error);
      throw error;
    }
  }

  /**
   * Checks a call that follows as `execute` does before it sends anything, and returns its action. Throws the same errors; only a call that
   * fails leaves an audit entry.
   */
  async validate(request: ExecuteRequest): Promise<ResolvedAction> {
    const trail = new AuditTrail(this.#parts.controlPlane.audit, request);
    try {
      const found = await this.#find(request, trail);
      const { envelope, stored, resolved } = found;
      if (resolved.kind === 'search') readSearch(envelope, { ...resolved, view: found.view });
      else if (resolved.kind === 'sql') readSql(envelope);
      else this.#prepare(request, found, resolved);
      if (!envelope.dryRun) requireResumed(stored.connection);
      return resolved;
    } catch (thrown) {
      throw await this.#failed(request, trail, thrown);
    }
  }

  /**
   * Finds the connection and the action of a call that follows; what the policy forbids is not found. Throws `connector_not_found` and the
   * errors of `resolveAction`; leaves no audit entry.
   */
  async resolve(
    principal: TokenPrincipal,
    connectionId: string,
    names: { readonly entity: string; readonly action: string },
  ): Promise<ResolvedCall> {
    const used = await this.#connection(principal.workspaceId, connectionId, principal.policy);
    const registered = await this.#connector(used.connection);
    const action = resolveAction(registered, used.connection, principal.policy, names, this.#parts.copy, true);
    const { manifest } = registered;
    const described = manifest.entities
      .find(({ name }) => name === names.entity)
      ?.actions.find((one) => one.action === names.action);
    if (described === undefined)
      throw new TypeError(`${manifest.id}: ${names.entity} ${names.action} is not described`);
    return { used, action, described };
  }

  /**
   * Runs the check action of a stored connection, and notes the outcome in its state and the name of its account. Throws the error of the failed call, and
   * `connection_paused`.
   */
  async check(workspaceId: WorkspaceId, connectionId: string): Promise<void> {
    const used = await this.#connection(workspaceId, connectionId);
    requireResumed(used.connection);
    const { connector } = await this.#connector(used.connection);
    const view = this.#views.view(used, connector);
    let checked: RawValue;
    try {
      checked = await runCheck(this.#parts.upstream, view);
    } catch (thrown) {
      const error = toGatewayError(thrown);
      this.#report(used, error);
      throw error;
    }
    const { connections } = this.#parts.controlPlane;
    await connections.report(workspaceId, connectionId, { event: 'working' });
    // The check may have renewed the access token.
    const { credentials } = await this.#connection(workspaceId, connectionId);
    const account = await accountName(this.#parts.upstream, { ...view, credentials: credentials.values }, checked);
    if (account !== null && account !== used.connection.account)
      await connections.nameAccount(workspaceId, connectionId, account);
  }

  /** The webhooks of the vendor of a stored connection. Throws `connector_not_found`, and `connection_paused`. */
  async webhooks(workspaceId: WorkspaceId, connectionId: string): Promise<VendorWebhooks> {
    const used = await this.#connection(workspaceId, connectionId);
    requireResumed(used.connection);
    const { connector } = await this.#connector(used.connection);
    const view = this.#views.view(used, connector);
    return new VendorWebhooks(this.#parts.upstream, view, (error) => this.#report(used, error));
  }

  async #failed(
    request: ExecuteRequest,
    trail: AuditTrail,
    thrown: unknown,
    prepared?: Prepared,
  ): Promise<GatewayError> {
    const error = toGatewayError(thrown);
    await trail.failed(error);
    this.#report(prepared, error);
    this.#observe(request, trail, error.status, error.code);
    return hidesData(request.principal.policy) ? withoutRemoteText(error) : error;
  }

  async #find(request: ExecuteRequest, trail: AuditTrail): Promise<FoundCall> {
    const envelope = readEnvelope(request, trail);
    const { workspaceId, policy } = request.principal;
    const stored = request.resolved?.used ?? (await this.#connection(workspaceId, request.connectionId, policy));
    trail.connectionId = stored.connection.id;
    trail.connector = stored.connection.connector;
    const registered = await this.#connector(stored.connection);
    const resolved =
      request.resolved?.action ?? resolveAction(registered, stored.connection, policy, envelope, this.#parts.copy);
    const entity = registered.entities.get(envelope.entity);
    const view = entity && (await viewOf(this.#parts, policy, stored.connection, entity));
    if (resolved.kind !== 'sql') view?.requireReadable();
    return { envelope, stored, resolved, connector: registered.connector, view };
  }

  #prepare(
    request: ExecuteRequest,
    { envelope, stored, connector, view }: FoundCall,
    resolved: DirectAction,
  ): Prepared {
    const { connection, credentials } = stored;
    const given = view === undefined ? envelope.params : view.openedPage(resolved.action, envelope.params);
    const params = validateParams(resolved.action.params, given);
    const { policy } = request.principal;
    // Other fields lead to records of entities of which the policy may hide something.
    if (policy.entities !== undefined || hidesData(policy))
      requireDeclaredFields(resolved.entity.entity, resolved.action, params);
    if (view !== undefined) requireShownParams(view, resolved, params);
    const { key } = resolved.entity.entity;
    const choose = fieldChooser({ select: envelope.selectFields, exclude: envelope.excludeFields, key });
    const call: UpstreamCall = {
      connection: this.#views.view({ connection, credentials }, connector),
      name: resolved.name,
      action: resolved.action,
      params,
      ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
      ...(request.range !== undefined && { range: request.range }),
      ...fileFor(resolved, envelope, request.file),
      ...(request.purpose !== undefined && { purpose: request.purpose }),
      ...(envelope.limitHeaders && { wantsLimitHeaders: true as const }),
      ...(request.signal !== undefined && { signal: request.signal }),
      ...(request.held !== undefined && { held: request.held }),
      ...(request.span !== undefined && { onStep: upstreamSpans(request.span) }),
    };
    return { view, envelope, resolved, connection, credentials, choose, call };
  }

  async #search(
    { principal, signal, span }: ExecuteRequest,
    { envelope, stored, connector, view }: FoundCall,
    { layout, copy }: SearchAction,
    trail: AuditTrail,
  ): Promise<ExecuteResult> {
    const { query, choose } = readSearch(envelope, { layout, view });
    const { params, dryRun } = envelope;
    // A search sends nothing upstream.
    if (dryRun) return { kind: 'preview', requests: [] };
    const { json, count, meta } = await withinSpan(span, 'store search', () =>
      copy.search({
        connection: new StoredConnection(stored.connection, connector),
        layout,
        query,
        view,
        explain: asksForPlan(params),
        maxStaleness: maxStalenessIn(params),
        maxRecords: principal.policy.maxRecords,
        signal,
      }),
    );
    trail.records = count;
    const shaped = choose === undefined ? json : choose(json);
    return { kind: 'records', json: shaped, meta };
  }

  async #sql(
    { principal, signal = neverAborted, span }: ExecuteRequest,
    { envelope, stored: { connection } }: FoundCall,
    trail: AuditTrail,
  ): Promise<ExecuteResult> {
    const { sql, limit } = readSql(envelope);
    if (envelope.dryRun) return { kind: 'preview', requests: [] };
    const { sql: copies } = this.#parts;
    if (copies === undefined) throw new TypeError('there are copies, but no SQL over them');
    const { workspaceId, policy } = principal;
    const onTable = (one: Connection, entity: string) => void trail.tables.push({ connection: one, entity });
    const request = { workspaceId, policy, sql, limit, connection, signal, onTable };
    const { json, count, meta } = await withinSpan(span, 'store search', () => copies.run(request));
    trail.records = count;
    // Clients of the hosted service read `cursor`, and streams `next_params`.
    return { kind: 'records', json, meta: { ...meta, cursor: null, next_params: null } };
  }

  async #connection(workspaceId: WorkspaceId, connectionId: string, policy: Policy = {}): Promise<UsedConnection> {
    const used = await this.#parts.controlPlane.connections.used(workspaceId, connectionId);
    if (used !== null) return used;
    throw await unknownConnection(this.#parts, workspaceId, connectionId, policy);
  }

  async #connector(connection: Connection): Promise<RegisteredConnector> {
    return requireInstalled(await connectorOf(this.#parts, connection), connection);
  }

  async #run(request: ExecuteRequest, prepared: Prepared, trail: AuditTrail): Promise<ExecuteResult> {
    const { envelope, resolved, call, connection } = prepared;
    const { copy, upstream } = this.#parts;
    if (prepared.view !== undefined) await requireShownResult(prepared.view, resolved, call.params);
    if (envelope.dryRun) return { kind: 'preview', requests: await upstream.preview(call) };
    requireResumed(connection);
    const { approved } = request;
    if (approved !== undefined) {
      trail.heldId = approved.id;
      approved.requireSame((await this.#heldFacts(request, prepared)).parts);
    } else if (mustWait(request.principal.policy, resolved, call.params)) {
      return this.#hold(request, prepared, trail);
    }
    const { view } = prepared;
    const carryOut = (mayHaveHappened: boolean) => {
      const direct = async () => {
        // Once it may have happened the record may be gone, and was looked up before.
        if (view !== undefined && !mayHaveHappened) await requireExistingRecord(upstream, view, resolved, call);
        return this.#carryOut(
          request,
          mayHaveHappened ? { ...prepared, call: { ...call, mayHaveHappened } } : prepared,
          trail,
        );
      };
      return copy === undefined ? direct() : copy.live(connection.id, direct);
    };
    const key = request.idempotencyKey;
    if (key === undefined || isRead(resolved.name)) return carryOut(false);
    const { idempotency } = this.#parts.controlPlane;
    const resumable = approved !== undefined && keyPathOf(call) !== undefined;
    return protectedByKey(
      idempotency,
      connection,
      key,
      { ...envelope, file: request.file, view: viewId(request.principal.policy, prepared.view) },
      carryOut,
      resumable,
    );
  }

  /** Stores the call instead of sending it. */
  async #hold(request: ExecuteRequest, prepared: Prepared, trail: AuditTrail): Promise<ExecuteResult> {
    const { resolved, envelope, connection } = prepared;
    if (resolved.name === 'upload') {
      throw new GatewayError(
        'approval_required',
        'The policy of this token lets uploads wait for approval, but files are not kept until then. Upload it with a token whose policy does not.',
      );
    }
    const { principal, idempotencyKey: key } = request;
    const { parts, requests } = await this.#heldFacts(request, prepared);
    const { tokenId, rootId, actor, workspaceId, policy } = principal;
    const held = await withinSpan(request.span, 'store write', () =>
      this.#parts.controlPlane.heldWrites.hold({
        workspaceId,
        connectionId: connection.id,
        connector: connection.connector,
        entity: envelope.entity,
        action: envelope.action,
        effect: effectOf(resolved.name, resolved.action),
        tokenId,
        rootId,
        actor,
        secondPerson: policy.hold?.secondPerson === true,
        key,
        fingerprint: fingerprintOf(parts),
        previewHash: parts.preview,
        content: toContent(envelope, requests, parts),
      }),
    );
    trail.heldId = held.id;
    return heldResult(held);
  }

  /** What a call depends on, and the requests it would send. The key is chosen when they are sent. */
  async #heldFacts({ principal }: ExecuteRequest, { resolved, envelope, connection, call }: Prepared) {
    const { idempotencyKey: _chosenLater, ...preview } = call;
    const requests = await this.#parts.upstream.preview(preview);
    const { version } = call.connection.connector;
    return { requests, parts: partsOf({ principal, connection, version, resolved, envelope, requests }) };
  }

  async #carryOut(
    request: ExecuteRequest,
    { view, resolved, choose, call, connection }: Prepared,
    trail: AuditTrail,
  ): Promise<ExecuteResult> {
    const { copy, upstream } = this.#parts;
    const kind = resultKind(resolved.name);
    if (kind === 'file') {
      const file = await upstream.file(call);
      trail.upstreamStatus = file.status;
      // The file is read after the call has returned, and may be endless.
      if (request.signal !== undefined) addAbortSignal(request.signal, file.body);
      return { kind, file };
    }
    const choosing = (json: Buffer) =>
      choose === undefined ? json : readingResponse(resolved.name, () => choose(json));
    if (kind === 'record') {
      if (!isRead(resolved.name)) await withinSpan(request.span, 'store audit', () => trail.writeBegins());
      const { json, status, limitHeaders } = await (isRead(resolved.name)
        ? upstream.record(call)
        : lostUnlessKnown(upstream.record(call)));
      trail.upstreamStatus = status;
      trail.records = 1;
      if (makesRecord(resolved.name)) trail.recordKey = keyOfCreated(resolved, call.params, json);
      if (copy !== undefined && !isRead(resolved.name)) {
        const { connector } = call.connection;
        const entity = resolved.entity.entity.name;
        const write = { connection, connector, entity, action: resolved.name, params: call.params, json };
        await withinSpan(request.span, 'store write', () => copy.wrote(write));
      }
      const shown = await recordShown(view, resolved, call.params, json);
      return { kind, json: choosing(shown), meta: limitsIn(limitHeaders) };
    }
    const whole = await upstream.records(call);
    const shown = view === undefined ? whole : await recordsShown(view, resolved, call.params, whole);
    const response = capped(shown, request.principal.policy.maxRecords, resolved.name);
    trail.upstreamStatus = response.status;
    trail.records = response.count;
    const meta = { ...response.meta, next_params: response.nextParams, ...limitsIn(response.limitHeaders) };
    return { kind, json: choosing(response.json), meta };
  }

  #report(used: UsedConnection | undefined, error: GatewayError | undefined): void {
    if (used !== undefined) reportOutcome(this.#parts.controlPlane.connections, used, error);
  }

  #observe({ span }: ExecuteRequest, trail: AuditTrail, status: number, code: string | null): void {
    const { observe, registry } = this.#parts;
    if (observe === undefined && span === undefined) return;
    const entity =
      trail.connector === null ? undefined : registry.get(trail.connector)?.entities.get(trail.entity ?? '');
    const seen = {
      connector: trail.connector,
      entity: entity?.entity.name ?? null,
      action: entity !== undefined && isOffered(entity, trail.action ?? '') ? trail.action : null,
      status,
      code,
      records: trail.records,
      durationMs: trail.duration,
    };
    observe?.(seen);
    span?.tell(factsOf(seen));
  }
}

// What failed under a policy that hides data is not told to a token whose policy hides none, nor the other way round.
const viewId = (policy: Policy, view: EntityView | undefined): string | undefined =>
  view?.id ?? (hidesData(policy) ? '' : undefined);

const noFile: UploadedFile = {
  name: 'file',
  type: 'application/octet-stream',
  size: 0,
  isSpent: false,
  bytes: async function* () {},
};

// A dry run shows the same request whatever the file.
function fileFor(
  { name }: DirectAction,
  { dryRun }: ExecuteEnvelope,
  file: UploadedFile | undefined,
): Pick<UpstreamCall, 'file'> {
  if (name !== 'upload') {
    if (file === undefined) return {};
    throw new GatewayError('malformed_request', `${name} takes no file. Send the call as JSON.`);
  }
  if (file !== undefined || dryRun) return { file: file ?? noFile };
  throw new GatewayError(
    'malformed_request',
    'upload needs a file. Send multipart/form-data with the parts "call", the JSON of this request, and "file", in this order.',
  );
}

function factsOf({ connector, entity, action, code }: ExecuteObservation): SpanFacts {
  return {
    ...(connector !== null && { connector }),
    ...(entity !== null && { entity }),
    ...(action !== null && { action }),
    ...(code !== null && { code }),
  };
}

function isOffered({ entity, actions }: RegisteredEntity, action: string): boolean {
  return actions.has(action) || ((action === searchAction || action === sqlAction) && entity.search !== null);
}

/** What a search looks for and returns. Throws `invalid_query` and `invalid_params`. */
function readSearch(
  { params, selectFields, excludeFields }: ExecuteEnvelope,
  { layout, view }: Pick<SearchAction, 'layout'> & Pick<FoundCall, 'view'>,
) {
  const query = view === undefined ? parseSearch(params, layout) : view.parseSearch(params);
  const chosen = [selectFields, excludeFields].some((paths = []) => paths.length > 0);
  if (query.aggregate !== null && chosen)
    throw rowsAreWhole(selectFields === undefined ? 'exclude_fields' : 'select_fields');
  const choose = fieldChooser({ select: selectFields, exclude: excludeFields }, searchFieldPath(layout));
  return { query, choose };
}

function rowsAreWhole(member: string): GatewayError {
  const message = 'cannot be used with aggregate; name the wanted values in aggregate.values';
  return new GatewayError('invalid_params', `${member} ${message}.`, {
    errors: [{ field: `/${member}`, message, error_code: 'not_allowed' }],
  });
}

/** The parameters of `context_store_sql_query`. Throws `invalid_params`. */
function readSql({ params, selectFields, excludeFields }: ExecuteEnvelope) {
  if (selectFields === undefined && excludeFields === undefined) return validateParams(sqlParamsSchema, params);
  throw new GatewayError(
    'invalid_params',
    'The statement selects the fields. Leave select_fields and exclude_fields out.',
  );
}

const noCopies = 'SQL requires a gateway in hosted mode; this one runs in direct mode and keeps no copies.';
const neverAborted = new AbortController().signal;

function readEnvelope({ body }: ExecuteRequest, trail: AuditTrail): ExecuteEnvelope {
  const envelope = parseEnvelope(body);
  trail.entity = envelope.entity;
  trail.action = envelope.action;
  trail.intent = envelope.intent ?? null;
  trail.dryRun = envelope.dryRun;
  return envelope;
}

/** The write; an unexpected failure may have happened after it was sent. */
async function lostUnlessKnown<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (thrown) {
    const error = toGatewayError(thrown);
    if (error === thrown || error.code !== 'internal') throw error;
    throw new GatewayError('internal', `${error.message} The write may have been sent: check before you repeat it.`, {
      cause: thrown,
      outcome: 'unknown',
    });
  }
}

/** The result, which says who acted if that is a person or an agent. */
function namingActor(result: ExecuteResult, { actor, tokenId }: TokenPrincipal): ExecuteResult {
  if (actor.person === null && actor.agent === null) return result;
  if (result.kind !== 'records' && result.kind !== 'record') return result;
  const person = actor.person && { id: actor.person.id, name: personName(actor.person) };
  return { ...result, meta: { ...result.meta, actor: { person, token: tokenId, agent: actor.agent } } };
}

const limitsIn = (names: readonly string[] | undefined) => (names === undefined ? {} : { limit_headers: names });

// A row cap ends the listing: offering the next page would only invite the caller past the cap.
function capped(response: RecordsResponse, maxRecords: number | undefined, action: DirectActionName): RecordsResponse {
  if (maxRecords === undefined || response.count <= maxRecords) return response;
  const json = readingResponse(action, () => firstElements(response.json, maxRecords));
  return { ...response, json, count: maxRecords, nextParams: null, meta: { ...response.meta, capped_at: maxRecords } };
}
