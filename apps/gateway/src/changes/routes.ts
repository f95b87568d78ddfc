import type { ControlPlane } from '@connectory/control-plane';
import type { ChangesResponse, ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import type { ResponseOf } from '@connectory/openapi';
import type { Router } from 'express';
import { findConnection } from '../connections/find-connection.ts';
import { type AccessParts, authorizeWorkspace } from '../http/authenticate.ts';
import { whenClosed } from '../http/connection-lifecycle.ts';
import { type OperationCall, OperationRouter } from '../http/operation-router.ts';
import { requireHosted } from '../syncs/require-hosted.ts';
import { type ChangesReader, changesReader, followChanges } from './follow-changes.ts';
import { changeOperations } from './operations.ts';
import { type ChangeStreamType, type Followers, streamChanges, wantedStream } from './stream-changes.ts';

type ChangesCall = OperationCall<typeof changeOperations.listChanges>;

const defaultLimit = 100;

/** How long a stream trusts its last check of the token and the connection. */
const believedMilliseconds = 10_000;

/** Dependencies of the routes of changes. */
export interface ChangeParts {
  readonly controlPlane: AccessParts & Pick<ControlPlane, 'connections'>;
  /** The synchronized copies; undefined in direct mode. */
  readonly copy: ContextCopy | undefined;
  readonly followers: Followers;
  /** Whether the process has begun to shut down. */
  readonly isClosing: () => boolean;
}

/** `/api/v1/workspaces/{workspace}/connections/{id}/changes`: what changed in the copies of a connection, as a page or as a stream. */
export function changeRoutes(services: ChangeParts): Router {
  const routes = new OperationRouter(services.controlPlane);
  routes.jsonOrStream(changeOperations.listChanges, async (call) => {
    const type = wantedStream(call.request);
    if (type !== undefined) {
      await stream(services, call, type);
      return undefined;
    }
    const { limit = defaultLimit } = call.query();
    const read = await authorizedReader(services, call);
    return toBody(await read(startOf(call), limit));
  });
  return routes.router;
}

async function stream(services: ChangeParts, call: ChangesCall, type: ChangeStreamType): Promise<void> {
  const { controlPlane, followers, isClosing } = services;
  const { request, response, path, workspace } = call;
  const { limit = Number.MAX_SAFE_INTEGER } = call.query();
  const gone = new AbortController();
  // A client that was disconnected sends the id of the last event it received.
  const from = request.get('last-event-id') ?? startOf(call);
  let read = await authorizedReader(services, call, gone.signal);
  const copies = requireHosted(services.copy);
  whenClosed(request, response, followers.begin(workspace.id));
  whenClosed(request, response, () => gone.abort());
  // Whatever can be refused has been by now: a watch lasts until it is ended.
  const watch = copies.watchChanges(path.id);
  let believedUntil = Date.now() + believedMilliseconds;
  const following = followChanges({
    read: async (position, max) => {
      if (Date.now() > believedUntil) {
        const { principal } = await authorizeWorkspace(controlPlane, request, path.workspace, 'use');
        read = await authorizedReader(services, { ...call, principal }, gone.signal);
        believedUntil = Date.now() + believedMilliseconds;
      }
      return read(position, max);
    },
    watch,
    from,
    limit,
    signal: gone.signal,
    isClosing,
  });
  try {
    await streamChanges(request, response, type, following);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    watch.end();
  }
}

async function authorizedReader(
  { controlPlane, copy }: ChangeParts,
  call: ChangesCall,
  signal?: AbortSignal,
): Promise<ChangesReader> {
  const found = await findConnection(controlPlane, call);
  return changesReader(requireHosted(copy), { ...found, entities: call.query().entity, signal });
}

function startOf(call: ChangesCall): string | number | null {
  const { cursor, since } = call.query();
  if (cursor === undefined) return since === undefined ? null : Date.parse(since);
  if (since === undefined) return cursor;
  const message = 'cannot be combined with cursor';
  throw new GatewayError('invalid_params', `since ${message}.`, {
    errors: [{ field: '/query/since', message, error_code: 'conflict' }],
  });
}

function toBody({ changes, cursor, hasMore }: ChangesResponse): ResponseOf<typeof changeOperations.listChanges> {
  return { data: changes, meta: { cursor, has_more: hasMore } };
}
