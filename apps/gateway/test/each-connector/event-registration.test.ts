import { setTimeout as pause } from 'node:timers/promises';
import { secretSourceOf } from '@connectory/connector-sdk/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { startHostedGateway, untilSynced } from '../hosted-gateway.ts';
import type { RunningGateway } from '../running-gateway.ts';

const registered = builtInConnectors.flatMap(({ id, events }) =>
  events?.registration === undefined ? [] : [{ id, events, registration: events.registration }],
);

describe.skipIf(registered.length === 0)('registered webhooks', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    const connectors = builtInConnectors.filter(({ events }) => events?.registration !== undefined);
    gateway = await startHostedGateway({ connectors, sandboxes: builtInSandboxes });
    for (const { id } of connectors) await untilSynced(gateway, id);
  });

  afterAll(() => gateway.stop());

  it.each(registered)('of $id bring signed events until they are removed', async ({ id, events, registration }) => {
    const path = `/api/v1/workspaces/test/connections/${gateway.connection(id)}/events`;
    const endpoint = async () => (await gateway.send('GET', path)).json;
    if (secretSourceOf(registration, events.signature) === 'user')
      await gateway.send('PUT', path, { body: { secret: gateway.sandbox.eventSecret(id) } });

    const { json: outcome, text } = await gateway.send('POST', `${path}/registration`, { body: {} });
    expect(outcome.failed, text).toEqual([]);
    expect(outcome.created).toBeGreaterThan(0);
    expect(outcome.state).toBe('ready');

    for (const entity of events.entities) gateway.sandbox.add(id, entity);
    while ((await endpoint()).received === 0) await pause(25);
    await gateway.sandbox.eventsSent();
    expect((await endpoint()).refused).toBe(0);

    const removed = await gateway.send('DELETE', `${path}/registration`);
    expect(removed.json).toMatchObject({ removed: outcome.created, failed: [] });
  });
});
