import { createRegistry, type ExecuteObservation } from '@connectory/core';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

const call: ExecuteObservation = {
  connector: 'ledger',
  entity: 'customers',
  action: 'list',
  status: 200,
  code: null,
  records: 10,
  durationMs: 40,
};

it('counts calls by connector, action and status, and records by entity', async () => {
  const metrics = new Metrics(createRegistry(fixtureConnectors));
  metrics.observe(call);
  metrics.observe({ ...call, durationMs: 2000 });
  const text = await metrics.text();
  const labels = 'connector="ledger",action="list",status="200"';
  expect(text).toContain(`connectory_execute_duration_seconds_count{${labels}} 2`);
  expect(text).toContain(`connectory_execute_duration_seconds_bucket{le="0.1",${labels}} 1`);
  expect(text).toContain('connectory_records_total{connector="ledger",entity="customers"} 20');
  expect(text).not.toContain('connectory_execute_errors_total{');
});

it('counts on after the metrics were read, and shows an entity of which only empty pages were answered', async () => {
  const metrics = new Metrics(createRegistry(fixtureConnectors));
  const search = { ...call, action: 'context_store_search' };
  metrics.observe({ ...call, records: 0 });
  metrics.observe({ ...search, entity: 'invoices' });
  const empty = 'connectory_records_total{connector="ledger",entity="customers"} 0';
  expect(await metrics.text()).toContain(empty);
  expect(await metrics.text()).toContain(empty);
  metrics.observe(call);
  metrics.observe(search);
  metrics.observe({ ...search, entity: 'invoices' });
  const text = await metrics.text();
  expect(text).toContain('connectory_records_total{connector="ledger",entity="customers"} 20');
  expect(text).toContain('connectory_records_total{connector="ledger",entity="invoices"} 20');
  expect(text).toContain('connectory_searches_total{connector="ledger",entity="customers",status="200"} 1');
  expect(text).toContain('connectory_searches_total{connector="ledger",entity="invoices",status="200"} 2');
});

it('counts failures by code, also of calls that name nothing that exists', async () => {
  const metrics = new Metrics(createRegistry(fixtureConnectors));
  const failed = { entity: null, action: null, records: null, status: 404, code: 'connector_not_found' };
  metrics.observe({ ...call, ...failed, connector: null });
  const text = await metrics.text();
  expect(text).toContain('connectory_execute_errors_total{connector="unknown",code="connector_not_found"} 1');
  expect(text).not.toContain('connectory_records_total{');
});

it('keeps an entity called "null" apart from calls without one', async () => {
  const metrics = new Metrics(createRegistry(fixtureConnectors));
  metrics.observe({ ...call, entity: null, records: null });
  metrics.observe({ ...call, entity: 'null' });
  expect(await metrics.text()).toContain('connectory_records_total{connector="ledger",entity="null"} 10');
});

it('counts searches by status, and what is read for the copies', async () => {
  const metrics = new Metrics(createRegistry(fixtureConnectors));
  const search = { ...call, action: 'context_store_search' };
  for (const status of [200, 200, 409]) metrics.observe({ ...search, status });
  const page = { connector: 'ledger', entity: 'customers', records: 100, code: null };
  metrics.observeSync(page);
  metrics.observeSync({ ...page, records: 7 });
  metrics.observeSync({ ...page, records: 0, code: 'upstream_timeout' });
  const text = await metrics.text();
  const labels = 'connector="ledger",entity="customers"';
  expect(text).toContain(`connectory_searches_total{${labels},status="200"} 2`);
  expect(text).toContain(`connectory_searches_total{${labels},status="409"} 1`);
  expect(text).toContain(`connectory_sync_pages_total{${labels}} 2`);
  expect(text).toContain(`connectory_sync_records_total{${labels}} 107`);
  expect(text).toContain(`connectory_sync_errors_total{${labels},code="upstream_timeout"} 1`);
});

it('tells until when pinned API versions are served, where the vendor says so', async () => {
  const text = await new Metrics(createRegistry(fixtureConnectors)).text();
  const lines = fixtureConnectors.flatMap(({ id, upstream: { version } }) =>
    version.sunset === null
      ? []
      : [
          `connectory_upstream_sunset_timestamp_seconds{connector="${id}",version="${version.pinned}"} ${Date.parse(version.sunset) / 1000}`,
        ],
  );
  expect(lines.length).toBeGreaterThan(0);
  expect(text.split('\n').filter((line) => line.startsWith('connectory_upstream_sunset'))).toEqual(lines);
});
