import { readFileSync } from 'node:fs';
import { type RawValue, valueAt } from '@connectory/connector-sdk';
import { entityPlans, storedValue } from '@connectory/context-store';
import { createRegistry, RecordFinder } from '@connectory/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { builtInSandboxes } from '../../src/built-in-sandboxes.ts';
import { requireToken } from '../../src/http/authenticate.ts';
import { found, startHostedGateway, untilSynced } from '../hosted-gateway.ts';
import type { RunningGateway } from '../running-gateway.ts';

/**
 * Words that a person may type, the entity of the record that is meant, and the beginning of its title. Percent of each set whose record is
 * among the first ten of all records of the demo of all vendors, rounded down; `print` shows what was missed.
 */
const sets: Readonly<Record<string, readonly (readonly [words: string, entity: string, title: string])[]>> = JSON.parse(
  readFileSync(new URL('find-queries.json', import.meta.url), 'utf8'),
);

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startHostedGateway({ connectors: builtInConnectors, sandboxes: builtInSandboxes });
  for (const { id } of builtInConnectors) await untilSynced(gateway, id);
});

afterAll(() => gateway.stop());

async function find(words: string, where: object = {}) {
  const { controlPlane, copy } = gateway.gateway;
  if (copy === undefined) throw new Error('The gateway runs in direct mode.');
  const principal = requireToken(
    (await controlPlane.tokens.authenticate(gateway.token)) ?? { kind: 'admin', person: null },
  );
  const registry = createRegistry(builtInConnectors);
  // The ranking is measured, not the machine, which other suites use as well.
  const finder = new RecordFinder({ controlPlane, registry, copy, timeLimit: 60_000 });
  return finder.find({ principal, requestId: 'suite', words, limit: 10, ...where });
}

const lowest: Readonly<Record<string, number>> = {
  'people and companies': 90,
  complaints: 88,
  'documents and plans': 90,
  'shop and campaigns': 90,
};

it.each(Object.entries(sets))(
  'words of the set "%s" find the record that is meant among the first ten',
  async (name, queries) => {
    const missed: string[] = [];
    for (const [words, meant, title] of queries) {
      const { records } = await find(words);
      const titles = records.map((one) => `${one.connector}/${one.entity} ${one.title}`);
      const isFound = titles.some((one) => one.startsWith(`${meant} `) && one.includes(title));
      if (!isFound) missed.push(`${words}: ${titles.join(', ')}`);
    }
    const share = Math.floor((1 - missed.length / queries.length) * 100);
    console.info(`${name}: ${share} % of ${queries.length} among the first ten`);
    expect(share, missed.join('\n')).toBeGreaterThanOrEqual(lowest[name] ?? 100);
  },
);

/** The text that people would look for a record by: its title, or a sentence in it. */
function textOf(row: RawValue, title: readonly string[] = []): string | undefined {
  const titles = title.map((field) => String(storedValue({ document: row }, field) ?? ''));
  const texts = Object.values<RawValue>(row).filter((value) => typeof value === 'string' && / /.test(value));
  return [...titles, ...texts].find((text) => /[a-z]{3}/i.test(text));
}

it.each(builtInConnectors)('the calls that $id offers for found records return these records', async (connector) => {
  const broken: string[] = [];
  for (const { entity } of entityPlans(connector)) {
    const rows = await found(gateway, connector.id, entity.name, {});
    const words = rows.map((row) => textOf(row, entity.search?.title)).find((text) => text !== undefined);
    if (words === undefined) continue;
    const { records } = await find(words.slice(0, 200), { connections: [connector.id], entities: [entity.name] });
    const [first] = records;
    if (first === undefined) continue;
    const { status, json } = await gateway.execute(connector.id, first.call);
    const [record] = [json.data].flat();
    const key = [entity.key ?? []].flat().map((field) => valueAt(record, field));
    const isSame = key.every(
      (value, position) => value === undefined || String(value) === first.key.at(position - key.length),
    );
    if (status !== 200 || !isSame) broken.push(`${entity.name}: ${JSON.stringify(first.call)} ${JSON.stringify(key)}`);
  }
  expect(broken).toEqual([]);
});
