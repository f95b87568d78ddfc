import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { type RunningGateway, startRunningGateway } from '../running-gateway.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startRunningGateway({ connectors: builtInConnectors });
});

afterAll(() => gateway.stop());

it.each(builtInConnectors.map(({ id }) => id))('the document of %s is served as it is published', async (id) => {
  const published = new URL(`../../../../spec/connectors/${id}.openapi.json`, import.meta.url);
  const { json } = await gateway.send('GET', `/openapi/${id}.json`, { token: null });
  expect(json).toEqual(JSON.parse(readFileSync(published, 'utf8')));
});
