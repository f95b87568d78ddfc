import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { AuditEntry, Connection, ControlPlane, Policy } from '@connectory/control-plane';
import { type ContextCopy, type CopySnapshot, toGatewayError } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { Router } from 'express';
import { findConnection } from '../connections/find-connection.ts';
import { type AccessParts, tokenIdOf } from '../http/authenticate.ts';
import { maxUnreadMilliseconds, whenClosed } from '../http/connection-lifecycle.ts';
import { type OperationCall, OperationRouter } from '../http/operation-router.ts';
import { requestIdOf, viaOf } from '../http/request.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import { byteRange } from './byte-range.ts';
import type { Downloads } from './downloads.ts';
import { exportOperations } from './operations.ts';

type ExportCall = OperationCall<typeof exportOperations.exportCopy>;

/** Dependencies of the routes of exports. */
export interface ExportParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections' | 'audit'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly downloads: Downloads;
}

/** `/api/v1/workspaces/{workspace}/connections/{id}/copies/{entity}/export`: all records of a copy as a file. */
export function exportRoutes(services: ExportParts): Router {
  const { controlPlane, copy } = services;
  const routes = new OperationRouter(controlPlane);
  routes.jsonOrStream(exportOperations.exportCopy, async (call) => {
    const { format = 'parquet' } = call.query();
    const { connection, policy } = await findConnection(controlPlane, call);
    const copies = requireHosted(copy);
    const audit = auditOf(services, call, connection);
    try {
      const searched = await copies.searched(connection, policy, call.path.entity);
      requireUncapped(policy);
      const end = services.downloads.begin(call.workspace.id);
      try {
        const snapshot = await copies.snapshot(connection, {
          ...searched,
          format,
          signal: goneSignal(call.request, call.response),
        });
        try {
          await send(call, snapshot, { name: `${connection.name}-${call.path.entity}.${format}`, format }, audit);
        } finally {
          snapshot.release();
        }
      } finally {
        end();
      }
    } catch (thrown) {
      const { status, code } = toGatewayError(thrown);
      audit(status, null, code);
      throw thrown;
    }
    return undefined;
  });
  return routes.router;
}

function requireUncapped({ maxRecords }: Policy): void {
  if (maxRecords === undefined) return;
  throw new GatewayError(
    'forbidden',
    `The policy of this token allows at most ${maxRecords} records per call, and an export has all. Read them in pages with context_store_search, or use a token without that limit.`,
  );
}

function goneSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  whenClosed(request, response, () => gone.abort(new GatewayError('request_timeout', 'The client has disconnected.')));
  return gone.signal;
}

/** Stores how an export ended: the status, the number of records, and the code of an error. */
type StoreOutcome = (status: number, records: number | null, errorCode: string | null) => void;

function auditOf({ controlPlane: { audit } }: ExportParts, call: ExportCall, connection: Connection): StoreOutcome {
  const started = performance.now();
  const moment = audit.moment();
  const { principal, request, workspace, path } = call;
  return (outcome, records, errorCode) => {
    const entry: AuditEntry = {
      ...moment,
      workspaceId: workspace.id,
      tokenId: tokenIdOf(principal),
      ...(principal.kind === 'token' && { actor: principal.actor }),
      connectionId: connection.id,
      connector: connection.connector,
      entity: path.entity,
      action: 'export',
      requestId: requestIdOf(request),
      via: viaOf(request),
      outcome,
      errorCode,
      records,
      durationMs: performance.now() - started,
      dryRun: false,
    };
    audit.record(entry);
  };
}

const contentTypes = {
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
} as const;

async function send(
  { request, response }: ExportCall,
  snapshot: CopySnapshot,
  { name, format }: { readonly name: string; readonly format: keyof typeof contentTypes },
  audit: StoreOutcome,
): Promise<void> {
  const { bytes: size, rows, columns, syncedAt } = snapshot;
  const etag = `"${snapshot.etag}"`;
  const wanted = request.get('if-range') ?? etag;
  const range = wanted === etag ? byteRange(request.get('range'), size) : null;
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new GatewayError('range_not_satisfiable', `The file has ${size} bytes. Ask for bytes that it has.`);
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const status = range === null ? 200 : 206;
  const unreadable = columns.reduce((sum, column) => sum + column.unreadable, 0);
  // Open before anything is sent: the file stays readable even if its connection is removed.
  const file = await open(snapshot.path);
  try {
    response.writeHead(status, {
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'connectory-records': rows,
      ...(syncedAt !== null && { 'connectory-synced-at': syncedAt }),
      ...(format !== 'ndjson' && { 'connectory-unreadable-values': unreadable }),
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': last - first + 1,
      ...(range !== null && { 'content-range': `bytes ${first}-${last}/${size}` }),
      'content-type': contentTypes[format],
      etag,
      'x-content-type-options': 'nosniff',
      'x-request-id': requestIdOf(request),
    });
    audit(status, rows, null);
    response.setTimeout(maxUnreadMilliseconds, () => response.destroy());
    if (request.method === 'HEAD' || last < first) {
      response.end();
      if (!response.closed) await once(response, 'close');
    } else {
      // A client that has gone, or a file that cannot be read, ends in a response that is cut off.
      await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response).catch(() =>
        response.destroy(),
      );
    }
  } finally {
    await file.close();
  }
}
