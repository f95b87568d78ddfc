import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@connectory/connector-sdk/engine';
import { createControlPlane, EncryptionKeys } from '@connectory/control-plane';
import { openDatabase } from '@connectory/database';
import { ledger } from '@connectory/test-support/fixture-connectors';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGatewayProcess, temporaryDirectory } from '../gateway-process.ts';
import { syncsPath } from '../hosted-gateway.ts';
import { adminToken, type RunningGateway, startRunningGateway } from '../running-gateway.ts';
import { onSmallDisk, SmallDisk, whyNoSmallDisk } from '../small-disk.ts';
import { needing, readDeployment, runInDeployment } from './deployment-files.ts';

const { title, missing } = needing('the alerts for the metrics of a gateway', 'promtool');
const noDisk = whyNoSmallDisk();

describe.skipIf(missing)(title, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'connectory-alerts-'));
    await writeFile(join(folder, 'alerts.yaml'), readDeployment('grafana/alerts.yaml'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Fails unless exactly these alerts fire when a gateway keeps showing these metrics for two hours. */
  async function expectAlerts(metrics: string, alerts: readonly string[]): Promise<void> {
    const samples = Array.from(metrics.matchAll(/^(connectory_\w+(?:\{.*\})?) (-?[\d.e+-]+)$/gm));
    const tests = [
      {
        interval: '1m',
        input_series: samples.map(([, series = '', value = '']) => ({ series, values: `${Number(value)}x120` })),
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: '2h',
            exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
          },
        ],
      },
    ];
    const file = join(folder, 'tests.json');
    await writeFile(file, JSON.stringify({ rule_files: ['alerts.yaml'], tests }));
    expect(runInDeployment('promtool', ['test', 'rules', file])).toContain('SUCCESS');
  }

  const metricsWith = (gateway: RunningGateway, wanted: RegExp) =>
    vi.waitFor(
      async () => {
        const { text } = await gateway.send('GET', '/metrics');
        expect(text).toMatch(wanted);
        return text;
      },
      { timeout: 60_000, interval: 500 },
    );

  it('fire when the passes of a connection fail, and not before', async () => {
    const gateway = await startRunningGateway({ connectors: [ledger], configuration: { mode: 'hosted' } });
    try {
      await expectAlerts(await metricsWith(gateway, /connectory_copies_failing\{connector="ledger"\} 0/), []);
      gateway.sandbox.behaviors.next(
        'ledger',
        { kind: 'failing-before' },
        { times: 10_000, match: { action: 'list' } },
      );
      await gateway.send('POST', syncsPath(gateway.connection('ledger')), { body: { full: true } });
      const metrics = await metricsWith(gateway, /connectory_copies_failing\{connector="ledger"\} [1-9]/);
      await expectAlerts(metrics, ['ConnectorySyncFailing']);
    } finally {
      await gateway.stop();
    }
  });

  it('fire when the credentials were stored with a key that the process does not have', async () => {
    const [lost, own] = [randomBytes(32), randomBytes(32)];
    const gateway = await startRunningGateway({
      connectors: [ledger],
      configuration: { secretKey: own.toString('base64') },
    });
    try {
      await metricsWith(gateway, /connectory_ready\{check="encryption_key_missing"\} 1/);
      const database = await openDatabase(gateway.databaseFile);
      const other = await createControlPlane({
        database,
        encryptionKeys: new EncryptionKeys([lost, own]),
        adminToken: new Secret(adminToken),
      });
      await other.close();
      await database.close();
      const metrics = await metricsWith(gateway, /connectory_ready\{check="encryption_key_missing"\} 0/);
      await expectAlerts(metrics, ['ConnectoryNotReady']);
    } finally {
      await gateway.stop();
    }
  });

  it.skipIf(noDisk !== undefined)('fire when the disk is full', async () => {
    const directory = await temporaryDirectory();
    const data = join(directory.path, 'data');
    await mkdir(data, { mode: 0o700 });
    const environment = { PORT: '0', CONNECTORY_DATA_DIR: data, CONNECTORY_ADMIN_TOKEN: adminToken };
    const gateway = await startGatewayProcess('main', environment, onSmallDisk(data, 'size=24m'));
    try {
      const metrics = async () => (await request(`${gateway.url}/metrics`)).body.text();
      expect(await metrics()).toMatch(/connectory_ready\{check="disk_full"\} 1/);
      await new SmallDisk(gateway.child.pid ?? 0, data).fill();
      const full = await vi.waitFor(
        async () => {
          const text = await metrics();
          expect(text).toMatch(/connectory_ready\{check="disk_full"\} 0/);
          return text;
        },
        { timeout: 30_000, interval: 500 },
      );
      await expectAlerts(full, ['ConnectoryNotReady']);
    } finally {
      await gateway.stop('SIGKILL');
      await directory.remove();
    }
  });
});
