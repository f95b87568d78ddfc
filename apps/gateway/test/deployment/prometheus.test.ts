import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { needing, readDeployment, runInDeployment } from './deployment-files.ts';

const errors = (code: string) => `connectory_execute_errors_total{connector="ledger",code="${code}"}`;
const deliveries = (outcome: string) => `connectory_webhook_deliveries_total{outcome="${outcome}"}`;
const events = (outcome: string) => `connectory_vendor_events_total{connector="ledger",outcome="${outcome}"}`;
const gauge = (name: string, value: number, limit: number) => ({
  [`connectory_${name}_in_use`]: `${value}x30`,
  [`connectory_${name}_limit`]: `${limit}x30`,
});

/** When each alert must fire: what Prometheus read minute by minute (`_` for nothing yet, `0+1x30` for 30 steps of 1), and when to look. */
const scenarios: Readonly<Record<string, readonly [at: string, series: Readonly<Record<string, string>>]>> = {
  ConnectoryDown: ['5m', { 'up{job="connectory"}': '1 0x10' }],
  ConnectoryNotReady: ['5m', { 'connectory_ready{check="disk_full"}': '1x1 0x10' }],
  ConnectoryInternalErrors: ['12m', { [errors('internal')]: '_x10 1x10' }],
  ConnectoryDatabaseUnavailable: ['15m', { [errors('database_unavailable')]: '0+1x30' }],
  ConnectoryUpstreamFailing: [
    '30m',
    {
      [errors('upstream_timeout')]: '0+3x40',
      'connectory_execute_duration_seconds_count{connector="ledger",status="504"}': '0+10x40',
    },
  ],
  ConnectoryCredentialsRejected: ['12m', { [errors('credential_rejected')]: '_x10 1x10' }],
  // Passes are tried again after 25 minutes, and run for two.
  ConnectorySyncFailing: ['45m', { 'connectory_copies_failing{connector="ledger"}': '0x4 4x25 0x1 4x25' }],
  ConnectoryCopiesOutdated: ['30m', { 'connectory_copy_age_seconds{connector="ledger"}': '93000+60x40' }],
  ConnectoryReconnectNeeded: [
    '25m',
    { 'connectory_connections{connector="ledger",state="reauthorization_required"}': '_x5 1x30' },
  ],
  ConnectoryAuditEntriesLost: ['8m', { connectory_audit_entries_lost_total: '0x5 3x10' }],
  ConnectoryAuditBacklog: ['10m', gauge('audit_entries_waiting', 60, 100)],
  ConnectoryBusy: ['10m', gauge('running_calls', 90, 100)],
  ConnectoryResponsesFillMemory: ['10m', gauge('response_bytes', 90, 100)],
  ConnectoryDatabaseConnectionsUsedUp: ['10m', gauge('database_connections', 42, 42)],
  ConnectoryEventLoopStalled: ['5m', { connectory_event_loop_delay_milliseconds_in_use: '600x10' }],
  ConnectoryLogLinesDropped: ['8m', { connectory_log_lines_dropped_total: '0x5 3x10' }],
  ConnectoryWebhookDeliveriesFailed: ['12m', { [deliveries('failed')]: '_x10 1x10' }],
  ConnectoryVendorEventsRefused: ['80m', { [events('received')]: '0+1x90', [events('refused')]: '0+5x90' }],
  ConnectoryApiVersionEnds: [
    '5m',
    { 'connectory_upstream_sunset_timestamp_seconds{connector="ledger"}': '5000000x10' },
  ],
};

/** What a gateway with nothing wrong prints for four hours; its counters were there before. */
const well = {
  'up{job="connectory"}': '1x240',
  'connectory_ready{check="disk_full"}': '1x240',
  // A pass that failed, and succeeded when it was tried again.
  'connectory_copies_failing{connector="ledger"}': '0x100 2x15 0x125',
  'connectory_copy_age_seconds{connector="ledger"}': '0+60x59 0+60x180',
  'connectory_connections{connector="ledger",state="active"}': '5x240',
  [errors('internal')]: '3x240',
  [errors('credential_rejected')]: '2x240',
  [errors('upstream_timeout')]: '0+1x240',
  'connectory_execute_duration_seconds_count{connector="ledger",status="200"}': '0+100x240',
  [deliveries('failed')]: '2x240',
  [deliveries('delivered')]: '0+50x240',
  [events('refused')]: '0+1x240',
  [events('received')]: '0+50x240',
  'connectory_upstream_sunset_timestamp_seconds{connector="ledger"}': '9000000x240',
};

const rules = (parse(readDeployment('grafana/alerts.yaml')) as RuleFile).groups.flatMap((group) => group.rules);
interface RuleFile {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
}

it('there is a scenario for each alert', () => {
  expect(rules.map(({ alert }) => alert).sort()).toEqual(Object.keys(scenarios).sort());
});

const { title, missing } = needing('what Prometheus makes of the operations guide', 'promtool');

describe.skipIf(missing)(title, () => {
  let folder: string;
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connectory-prometheus-'));
    await write('alerts.yaml', readDeployment('grafana/alerts.yaml'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('takes its configuration and the rules', async () => {
    const guide = await readFile(new URL('../../../docs/guide/operate.md', import.meta.url), 'utf8');
    const [, configuration = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const here = configuration
      .replace('/etc/prometheus/connectory-alerts.yaml', join(folder, 'alerts.yaml'))
      .replace('/etc/prometheus/connectory-token', await write('token', 'secret'));
    const said = runInDeployment('promtool', ['check', 'config', await write('prometheus.yml', here)]);
    expect(said).toContain(`${rules.length} rules found`);
  });

  it('fires each alert when it should, and none while all is well', async () => {
    const firing = (alert: string) => `count(ALERTS{alertstate="firing"${alert}})`;
    const test = (series: Readonly<Record<string, string>>, at: string, expr: string, fires: boolean) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [{ expr, eval_time: at, exp_samples: fires ? [{ labels: '{}', value: 1 }] : [] }],
    });
    const tests = [
      ...Object.entries(scenarios).map(([alert, [at, series]]) =>
        test(series, at, firing(`,alertname="${alert}"`), true),
      ),
      test(well, '3h', firing(''), false),
    ];
    const file = await write('tests.json', JSON.stringify({ rule_files: ['alerts.yaml'], tests }));
    expect(runInDeployment('promtool', ['test', 'rules', file])).toContain('SUCCESS');
  });
});
