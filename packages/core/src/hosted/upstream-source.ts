import { type Entity, type RawValue, valueAt } from '@connectory/connector-sdk';
import { resultKind, type SyncPlan, syncParams } from '@connectory/connector-sdk/engine';
import type { PageRequest, SourcePage, SyncSource } from '@connectory/context-store';
import { type ControlPlane, databaseFailure, type UsedConnection } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import { validateParams } from '@connectory/errors/validation';
import { HeldResponses, type UpstreamCall, type UpstreamClient } from '@connectory/upstream';
import { ConnectionViews, reportOutcome, requireResumed } from '../connection.ts';
import { parseRecords, parseResponse, toGatewayError } from '../errors.ts';
import { StoredConnection } from './stored-connections.ts';

// One slow page must not hold a place among the running synchronizations for longer.
const pageTimeoutSeconds = 60;

/** Outcome of reading one page for the copy, for metrics: names from manifests, and the error code if it failed. */
export interface SyncObservation {
  readonly connector: string;
  readonly entity: string;
  readonly records: number;
  readonly code: string | null;
}

/** Dependencies of a source. */
export interface UpstreamSourceParts {
  readonly controlPlane: ControlPlane;
  readonly upstream: UpstreamClient;
  /** Called after each page that was read or could not be. */
  readonly observe?: ((observation: SyncObservation) => void) | undefined;
}

/**
 * The upstreams as the sync engine reads them: through the same client as live calls, with the credentials that are stored when a page is
 * requested, and with the same effect on the state of the connection.
 */
export class UpstreamSource implements SyncSource {
  readonly #parts: UpstreamSourceParts;
  readonly #views: ConnectionViews;
  readonly #closing = new AbortController();
  readonly #reading = new Set<{ readonly since: number }>();

  constructor(parts: UpstreamSourceParts) {
    this.#parts = parts;
    this.#views = new ConnectionViews(parts.controlPlane);
  }

  /**
   * Reads a page. Throws `connector_not_found` once the connection is deleted, `connection_paused` once it is paused, `invalid_params` for parameters the action does not
   * take, `shutting_down` after `close`, and the errors of the upstream.
   */
  async readPage(request: PageRequest): Promise<SourcePage> {
    const reading = { since: performance.now() };
    this.#reading.add(reading);
    try {
      return await this.#readPage(request);
    } finally {
      this.#reading.delete(reading);
    }
  }

  /** For how many milliseconds the slowest page has been read by now. */
  maxPage(): number {
    const now = performance.now();
    return Math.max(0, ...Array.from(this.#reading, ({ since }) => now - since));
  }

  async #readPage(request: PageRequest): Promise<SourcePage> {
    const { connection, entity } = request;
    const used = await this.#stored(connection).catch((thrown: unknown) => {
      throw databaseFailure(thrown) ?? thrown;
    });
    try {
      const page = await this.#read(used, request);
      reportOutcome(this.#parts.controlPlane.connections, used, undefined);
      this.#observe(request, page.records.length, null);
      return page;
    } catch (thrown) {
      const { aborted, reason } = request.signal;
      if (aborted && !GatewayError.is(reason)) throw thrown;
      if (this.#closing.signal.aborted) throw shuttingDown(entity.name);
      const cause = aborted ? reason : thrown;
      const error = toGatewayError(cause);
      reportOutcome(this.#parts.controlPlane.connections, used, error);
      this.#observe(request, 0, error.code);
      // Rethrown as it is: unexpected errors are logged with their stack.
      throw databaseFailure(cause) ?? cause;
    }
  }

  /** Breaks off the pages that are being read. */
  close(): void {
    this.#closing.abort();
  }

  async #read(
    used: UsedConnection,
    { connection, entity, action: name, params, signal }: PageRequest,
  ): Promise<SourcePage> {
    const { upstream } = this.#parts;
    const action = entity.actions[name];
    if (action === undefined) throw new TypeError(`${connection.connector.id}/${entity.name} has no action ${name}`);
    const held = new HeldResponses();
    const pageWith = (given: PageRequest['params']): Promise<SourcePage> => {
      const call: UpstreamCall = {
        connection: this.#views.view(used, connection.connector),
        name,
        action,
        purpose: 'sync',
        params: validateParams(syncParams(action), given),
        signal: AbortSignal.any([signal, this.#closing.signal]),
        deadlineSeconds: pageTimeoutSeconds,
        held,
      };
      return pageOf(upstream, call);
    };
    try {
      const first = await pageWith(params);
      const { further } = entity.sync ?? {};
      const isPart = further !== undefined && Object.hasOwn(params, further.param);
      const page = isPart ? await withFurther(entity, first, further, params, pageWith) : first;
      await entity.search?.prepare?.(page.records);
      return page;
    } finally {
      held.close();
    }
  }

  async #stored(connection: PageRequest['connection']): Promise<UsedConnection> {
    if (!(connection instanceof StoredConnection))
      throw new TypeError('the connection is not one of the control plane');
    const { workspaceId, id } = connection;
    const { connections } = this.#parts.controlPlane;
    const stored = await connections.used(workspaceId, id);
    if (stored === null) throw new GatewayError('connector_not_found', 'The connection was deleted in the meantime.');
    requireResumed(stored.connection);
    return stored;
  }

  #observe({ connection, entity }: PageRequest, records: number, code: string | null): void {
    this.#parts.observe?.({ connector: connection.connector.id, entity: entity.name, records, code });
  }
}

async function pageOf(upstream: UpstreamClient, call: UpstreamCall): Promise<SourcePage> {
  if (resultKind(call.name) === 'record') {
    const { json } = await upstream.record(call);
    return { records: [parseResponse(json, call.name)], nextParams: null };
  }
  const { json, nextParams, incomplete, cappedAt } = await upstream.records(call);
  const records = await parseRecords(json, call.name);
  return { records, nextParams, ...(incomplete && { incomplete }), ...(cappedAt && { cappedAt }) };
}

// A record that a further read lacks was removed or moved meanwhile, so the page is incomplete without it.
async function withFurther(
  { key }: Entity,
  first: SourcePage,
  { param, values, at }: NonNullable<SyncPlan['further']>,
  params: PageRequest['params'],
  read: (params: PageRequest['params']) => Promise<SourcePage>,
): Promise<SourcePage> {
  const idOf = (record: RawValue) => JSON.stringify([key ?? []].flat().map((name) => String(valueAt(record, name))));
  let page = first;
  for (const value of values) {
    const { records: parts } = await read({ ...params, [param]: value });
    const byId = new Map(parts.map((record) => [idOf(record), record]));
    const records = page.records.flatMap((record) => {
      const part = byId.get(idOf(record));
      return part === undefined ? [] : [{ ...record, [at]: { ...part[at], ...record[at] } }];
    });
    page = { ...page, records, ...(records.length < page.records.length && { incomplete: true }) };
  }
  return page;
}

function shuttingDown(entity: string): GatewayError {
  return new GatewayError(
    'shutting_down',
    `The process shut down while ${entity} were being read. The pass will resume there.`,
  );
}
