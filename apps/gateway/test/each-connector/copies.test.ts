import { describeConnector } from '@connectory/connector-sdk/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { search, startHostedGateway, syncStates, untilSynced } from '../hosted-gateway.ts';
import type { RunningGateway } from '../running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway({ connectors: builtInConnectors, sandboxes: builtInSandboxes });
  for (const { id } of builtInConnectors) await untilSynced(gateway, id);
});

afterAll(() => gateway.stop());

const searchable = builtInConnectors.flatMap((connector) =>
  describeConnector(connector).entities.flatMap(({ name, search: offered }) =>
    offered === null
      ? []
      : [{ connector: connector.id, entity: name, fields: offered.fields.map((field) => field.name) }],
  ),
);

describe('the copies', () => {
  it('are of all searchable entities', async () => {
    for (const { id, ownEntities } of builtInConnectors) {
      const entities = searchable.filter(({ connector }) => connector === id).map(({ entity }) => entity);
      const copied = [...(await syncStates(gateway, id)).keys()];
      // Some accounts have added entities of their own.
      if (ownEntities !== undefined) expect(copied).toEqual(expect.arrayContaining(entities));
      else expect(copied.sort()).toEqual(entities.sort());
    }
  });

  it.each(searchable)('$connector $entity returns what was read, with every search field', async (one) => {
    const state = (await syncStates(gateway, one.connector)).get(one.entity);
    expect(state).toMatchObject({ phase: 'idle', ready: true, errors: [] });
    const response = await search(gateway, one.connector, one.entity, { query: {} });
    expect(response.status, response.text.slice(0, 500)).toBe(200);
    const { data, meta } = response.json;
    expect(data.length).toBeGreaterThan(0);
    expect(data).toHaveLength(state?.rows ?? 0);
    for (const record of data) expect(Object.keys(record)).toEqual(one.fields);
    expect(meta).toEqual({
      has_more: false,
      cursor: null,
      took_ms: expect.any(Number),
      synced_at: state?.synced_at,
      next_params: null,
    });
    expect(Number.isInteger(meta.took_ms)).toBe(true);
    expect(Date.parse(meta.synced_at)).toBeLessThanOrEqual(Date.now());
  });
});
