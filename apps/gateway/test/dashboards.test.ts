import { readFile } from 'node:fs/promises';
import type { RawValue } from '@connectory/connector-sdk';
import { type DatabaseHost, postgresHost } from '@connectory/database/testing';
import { errorTable } from '@connectory/errors';
import { ledger } from '@connectory/test-support/fixture-connectors';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parse } from 'yaml';
import { search, syncsPath } from './hosted-gateway.ts';
import { metricsOf } from './promql-names.ts';
import { type RunningGateway, startRunningGateway } from './running-gateway.ts';

const textOf = (name: string) => readFile(new URL(`../deploy/grafana/${name}`, import.meta.url), 'utf8');
const dashboard: RawValue = JSON.parse(await textOf('dashboard.json'));
const rules: RawValue[] = parse(await textOf('alerts.yaml')).groups.flatMap((group: RawValue) => group.rules);
const targets: RawValue[] = dashboard.panels.flatMap((panel: RawValue) => panel.targets ?? []);

// Prometheus makes these; the time range of Grafana is no metric.
const ofPrometheus = new Set(['up']);
const labelsOfPrometheus = new Set(['instance', 'job']);

describe('the expressions of dashboard and alerts', () => {
  let postgres: DatabaseHost;
  let gateway: RunningGateway;
  const labels = new Map<string, Set<string>>();

  // On PostgreSQL in hosted mode, where every metric there is can be seen, after something of each kind has happened.
  beforeAll(async () => {
    postgres = await postgresHost(inject('postgresServerKeeper'));
    // A version that ends some day, as those of some vendors do.
    const version = { ...ledger.upstream.version, sunset: '2031-01-01' };
    const connector = { ...ledger, upstream: { ...ledger.upstream, version } };
    const secretKey = Buffer.alloc(32, 7).toString('base64');
    const configuration = { mode: 'hosted', databaseUrl: await postgres.create(), secretKey } as const;
    gateway = await startRunningGateway({ connectors: [connector], configuration });
    await untilMetrics('connectory_sync_pages_total{');
    gateway.sandbox.behaviors.next('ledger', { kind: 'failing-before' }, { times: 1_000, match: { action: 'list' } });
    await gateway.send('POST', syncsPath(gateway.connection('ledger')), { body: { full: true } });
    await untilMetrics('connectory_sync_errors_total{');
    gateway.sandbox.behaviors.clear();
    await gateway.execute('ledger', { entity: 'customers', action: 'list', params: {} });
    await gateway.execute('ledger', { entity: 'ghosts', action: 'list' });
    await search(gateway, 'ledger', 'customers');
    await failToDeliver(gateway);
    await gateway.send('GET', `/api/v1/workspaces/test/connections/${gateway.connection('ledger')}/events`);
    await gateway.send('POST', `/events/${gateway.connection('ledger')}/no-secret`, { body: {} });
    await untilMetrics('connectory_webhook_deliveries_total{');
    await untilMetrics('connectory_vendor_events_total{');
    // Copies are counted at most every ten seconds.
    await untilMetrics('connectory_copy_age_seconds{', 30_000);
    const { text } = await gateway.send('GET', '/metrics');
    for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) labels.set(name, new Set());
    for (const [, name = '', list = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
      const known = labels.get(name) ?? new Set<string>();
      for (const [, label = ''] of list.matchAll(/(\w+)="/g)) known.add(label);
      labels.set(name, known);
    }
  });
  const untilMetrics = (line: string, timeout?: number) =>
    vi.waitFor(async () => expect((await gateway.send('GET', '/metrics')).text).toContain(line), {
      interval: 200,
      ...(timeout !== undefined && { timeout }),
    });
  afterAll(async () => {
    await gateway.stop();
    await postgres.stop();
  });

  const expressions: (readonly [string, string])[] = [
    ...targets.map(({ expr }) => ['dashboard', expr] as const),
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ];

  it.each(expressions)('%s: %s', (_name, expression) => {
    const used = metricsOf(expression);
    expect(used.length).toBeGreaterThan(0);
    for (const metric of used) {
      if (ofPrometheus.has(metric.name)) continue;
      const known = labels.get(metric.name);
      expect(known, `/metrics has no ${metric.name}`).toBeDefined();
      for (const label of metric.labels)
        if (!labelsOfPrometheus.has(label)) expect([...(known ?? [])], metric.name).toContain(label);
      for (const [label, value] of metric.values)
        if (label === 'code') expect(Object.keys(errorTable)).toContain(value);
    }
  });

  it('are explained in the reference, each limited resource', async () => {
    const reference = await readFile(new URL('../../../spec/operating.md', import.meta.url), 'utf8');
    const limited = [...labels.keys()].flatMap((name) => /^connectory_(\w+)_limit$/.exec(name)?.[1] ?? []);
    expect(limited).toContain('running_calls');
    expect(limited.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
  });

  it('show every metric of the gateway that is no limit', () => {
    const shown = new Set(expressions.flatMap(([, text]) => metricsOf(text).map(({ name }) => name)));
    const own = [...labels.keys()].filter((name) => name.startsWith('connectory_') && !name.endsWith('_limit'));
    const base = (name: string) => [name, `${name}_count`, `${name}_bucket`].some((one) => shown.has(one));
    // Shown by those of the whole process.
    const left = [
      'lookups_remembered',
      'responses_waiting',
      'running_calls_of_token',
      'running_calls_of_workspace',
      'searches',
    ];
    expect(own.filter((name) => !base(name) && !/_(bucket|sum|count)$/.test(name)).sort()).toEqual(
      left.map((name) => `connectory_${name}_in_use`),
    );
  });
});

/** Subscribes a receiver that does not exist, and changes a record. */
async function failToDeliver(gateway: RunningGateway): Promise<void> {
  const subscription = { name: 'nobody', url: 'https://receiver.invalid/', entities: ['customers'] };
  const { status } = await gateway.send('POST', '/api/v1/workspaces/test/subscriptions', { body: subscription });
  expect(status).toBe(201);
  const created = { entity: 'customers', action: 'create', params: { name: 'Ada' } };
  expect((await gateway.execute('ledger', created)).status).toBe(200);
}

describe('the dashboard', () => {
  it('has panels of their own ids that do not overlap and a source of data to choose', () => {
    const ids = dashboard.panels.map(({ id }: RawValue) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = dashboard.panels.map(({ gridPos }: RawValue) => `${gridPos.x} ${gridPos.y}`);
    expect(new Set(places).size).toBe(places.length);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana.
    for (const { datasource } of targets) expect(datasource.uid).toBe('${datasource}');
    expect(dashboard.templating.list.map(({ name }: RawValue) => name)).toContain('datasource');
  });
});

describe('the alerts', () => {
  it('say how urgent they are and what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toBeTruthy();
      expect(annotations.description).toMatch(/\.$/);
    }
  });
});

describe('what reads the expressions', () => {
  it('finds metrics, labels and compared values', () => {
    expect(
      metricsOf(
        'sum by (le, a) (rate(m_bucket{b=~"x|y", c!="z"}[5m])) / on (a) n offset 10m > 0.5 and time() < 60 * 86400',
      ),
    ).toEqual([
      {
        name: 'm_bucket',
        labels: ['b', 'c', 'le', 'a'],
        values: [
          ['b', 'x'],
          ['b', 'y'],
          ['c', 'z'],
        ],
      },
      { name: 'n', labels: ['le', 'a'], values: [] },
    ]);
  });
});
