import { setTimeout as pause } from 'node:timers/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { createSandbox, exampleSettings } from '@connectory/sandbox';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { expect } from 'vitest';
import type { EntitySyncBody } from '../src/syncs/schemas.ts';
import {
  type Response,
  type RunningGateway,
  type RunningGatewayOptions,
  type SendOptions,
  startRunningGateway,
} from './running-gateway.ts';

/** Starts a gateway in hosted mode, with connections configured like the demo's: every searchable entity has records to synchronize. */
export function startHostedGateway({
  connectors = fixtureConnectors,
  sandboxes = fixtureSandboxes,
  recordsPerEntity = 25,
}: Pick<RunningGatewayOptions, 'connectors' | 'sandboxes' | 'recordsPerEntity'> = {}): Promise<RunningGateway> {
  const sandbox = createSandbox({ connectors, sandboxes, recordsPerEntity });
  return startRunningGateway({
    connectors,
    sandboxes,
    recordsPerEntity,
    configuration: { mode: 'hosted' },
    settings: Object.fromEntries(connectors.map((one) => [one.id, exampleSettings(one, sandbox)])),
  });
}

/** Path of the synchronization of a connection in the workspace `test`. */
export const syncsPath = (connectionId: string): string => `/api/v1/workspaces/test/connections/${connectionId}/syncs`;

/** Returns the states of a connection's copies, by entity. */
export async function syncStates(gateway: RunningGateway, connection: string): Promise<Map<string, EntitySyncBody>> {
  const response = await gateway.send('GET', syncsPath(gateway.connection(connection)));
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return new Map(response.json.data.map((state: EntitySyncBody) => [state.entity, state]));
}

/** Waits until the states of some entities of a connection (all by default) are as wanted, and returns all states. */
export async function untilStates(
  gateway: RunningGateway,
  connection: string,
  isWanted: (state: EntitySyncBody) => boolean,
  entities?: readonly string[],
): Promise<Map<string, EntitySyncBody>> {
  for (;;) {
    const states = await syncStates(gateway, connection);
    const concerned = [...states.values()].filter(({ entity }) => entities?.includes(entity) ?? true);
    if (concerned.length > 0 && concerned.every(isWanted)) return states;
    await pause(50);
  }
}

/** Waits until a first pass over each entity has ended. */
export function untilSynced(
  gateway: RunningGateway,
  connection: string,
  entities?: readonly string[],
): Promise<Map<string, EntitySyncBody>> {
  return untilStates(gateway, connection, ({ finished_at: finished }) => finished !== null, entities);
}

/** Searches an entity of a connection. */
export function search(
  gateway: RunningGateway,
  connection: string,
  entity: string,
  params: object = { query: {} },
  { body, ...options }: SendOptions = {},
): Promise<Response> {
  const call = { entity, action: 'context_store_search', params, ...(body as object | undefined) };
  return gateway.execute(connection, call, options);
}

/** Searches and returns the records; the search must succeed. */
export async function found(
  gateway: RunningGateway,
  connection: string,
  entity: string,
  filter: object,
): Promise<readonly Readonly<Record<string, RawValue>>[]> {
  const response = await search(gateway, connection, entity, { query: { filter } });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return response.json.data;
}
