import type { EntitySyncState } from '@connectory/context-store';
import type { Policy } from '@connectory/control-plane';
import type { ContextCopy } from '@connectory/core';
import { GatewayError } from '@connectory/errors';
import { type EntitySyncBody, type SyncStatesBody, syncRequestSchema } from '@connectory/openapi';
import { Router } from 'express';
import type { GatewayServices } from '../gateway-services.ts';
import { findConnection } from '../http/find-connection.ts';
import { readBodyAs } from '../http/read-input.ts';
import { sendJson } from '../http/send-json.ts';

const path = '/api/v1/workspaces/:workspace/connections/:id/syncs';

/** `/api/v1/workspaces/{workspace}/connections/{id}/syncs`: how far the copies of a connection are, and starting to synchronise them. */
export function syncRoutes({ controlPlane, copy }: GatewayServices): Router {
  const router = Router();
  router.get(path, async (request, response) => {
    const { connection, policy } = await findConnection(controlPlane, request, 'use');
    const states = await hosted(copy).states(connection);
    sendJson(request, response, 200, toBody(states, policy));
  });
  router.post(path, async (request, response) => {
    const { connection, policy } = await findConnection(controlPlane, request, 'manage');
    const { entities: asked, full } = await readBodyAs(request, syncRequestSchema);
    requireAllowed(asked, policy);
    const copies = hosted(copy);
    // As they are before, so that whoever waits for the end knows it by a difference.
    const before = await copies.states(connection);
    const entities = asked ?? (policy.entities && before.map(({ entity }) => entity).filter(isIn(policy.entities)));
    copies.request(connection, { full, ...(entities !== undefined && { entities }) });
    sendJson(request, response, 202, toBody(before, policy));
  });
  return router;
}

function hosted(copy: ContextCopy | undefined): ContextCopy {
  if (copy !== undefined) return copy;
  throw new GatewayError(
    'hosted_mode_required',
    'This gateway runs in direct mode and keeps no copies. Start it with CONNECTORY_MODE=hosted.',
  );
}

function requireAllowed(asked: readonly string[] | undefined, { entities }: Policy): void {
  const forbidden = entities && asked?.find((entity) => !entities.includes(entity));
  if (forbidden === undefined) return;
  throw new GatewayError(
    'forbidden',
    `The policy of this token does not allow ${forbidden}. Request entities that it allows, or leave "entities" out.`,
  );
}

const isIn = (names: readonly string[]) => (name: string) => names.includes(name);

function toBody(states: readonly EntitySyncState[], { entities }: Policy): SyncStatesBody {
  const data = states
    .filter(({ entity }) => entities?.includes(entity) ?? true)
    .map(
      (state): EntitySyncBody => ({
        ...state,
        errors: state.errors.map((error) => ({ ...error, partition: error.partition && { ...error.partition } })),
      }),
    );
  return { data, meta: {} };
}
