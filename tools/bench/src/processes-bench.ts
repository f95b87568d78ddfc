import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type GatewayProcess, startGatewayProcess } from '@connectory/gateway-process';
import { startChild } from './child-server.ts';
import type { CopyState } from './first-passes.ts';
import { GatewayClient } from './gateway-client.ts';
import { cpuSeconds, residentMegabytes } from './process-figures.ts';
import { type SimulatedVendor, startVendors } from './simulated-vendor.ts';

/** Duration and number of measurements, and the number of processes to compare with one. */
export interface ProcessesPlan {
  readonly processes: number;
  readonly warmUp: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** One round of one gateway. */
interface ProcessesMeasurement {
  readonly processes: number;
  readonly call: 'list' | 'search';
  readonly callsPerSecond: number;
  /** Processor microseconds of all processes of the gateway per call. */
  readonly cpuMicroseconds: number;
}

/** The measurements, and the resident memory of each gateway in MB at the end, by its number of processes. */
export interface ProcessesResult {
  readonly measurements: readonly ProcessesMeasurement[];
  readonly megabytes: ReadonlyMap<number, number>;
}

const adminToken = 'admin-token-of-the-bench';
// Every process gets the same number of concurrent calls, because concurrent work is cheaper per call.
const callersOfProcess = 24;
const records = 200;
const calls = ['list', 'search'] as const;

interface Contender {
  readonly processes: number;
  readonly gateway: GatewayProcess;
  /** One client for each process, each with its own token: a token may have 50 calls running. */
  readonly clients: readonly (readonly [GatewayClient, token: string])[];
  readonly requests: Readonly<Record<(typeof calls)[number], { readonly path: string; readonly body: unknown }>>;
}

/** Measures live lists and searches of a gateway with one process and of one with several, in interleaved rounds. */
export async function benchProcesses(
  { processes, warmUp, rounds, seconds }: ProcessesPlan,
  progress: (text: string) => void,
): Promise<ProcessesResult> {
  const directory = await mkdtemp(join(tmpdir(), 'connectory-bench-processes-'));
  const upstream = await startChild('./canned-upstream.ts');
  const vendors = await startVendors(records);
  const started: Contender[] = [];
  const measurements: ProcessesMeasurement[] = [];
  try {
    const vendor = vendors.vendors.find(({ connector }) => connector === 'stripe');
    if (vendor === undefined) throw new Error('there is no stripe connector');
    const canned = `127.0.0.1:${upstream.printed[0]}`;
    for (const count of [1, processes]) {
      progress(`starts ${count} and synchronizes`);
      started.push(await startContender(count, join(directory, String(count)), vendor, [canned, vendors.host]));
    }
    for (let round = 0; round <= rounds; round++) {
      for (const call of calls) {
        for (const contender of started) {
          progress(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${call}, ${contender.processes}`);
          const measured = await measure(contender, call, round === 0 ? warmUp : seconds);
          if (round > 0) measurements.push(measured);
        }
      }
    }
    const megabytes = new Map<number, number>();
    for (const { processes: count, gateway } of started) {
      const resident = await Promise.all((await pidsOf(gateway)).map(residentMegabytes));
      megabytes.set(
        count,
        resident.reduce((sum, { now }) => sum + now, 0),
      );
    }
    return { measurements, megabytes };
  } finally {
    for (const { gateway, clients } of started) {
      await Promise.all(clients.map(([client]) => client.close()));
      await gateway.stop();
    }
    await Promise.all([upstream.stop(), vendors.server.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

async function startContender(
  processes: number,
  dataDirectory: string,
  vendor: SimulatedVendor,
  hosts: readonly [string, string],
): Promise<Contender> {
  const gateway = await startGatewayProcess('main', {
    CONNECTORY_PROCESSES: String(processes),
    CONNECTORY_DATA_DIR: dataDirectory,
    CONNECTORY_EGRESS_ALLOW: hosts.join(','),
    CONNECTORY_ADMIN_TOKEN: adminToken,
  });
  const client = new GatewayClient(gateway.url);
  // Waits for the primary and each worker.
  while (processes > 1 && (await pidsOf(gateway)).length <= processes) await delay(200);
  await client.ask('POST', '/api/v1/workspaces', adminToken, { name: 'bench' });
  const clients: [GatewayClient, string][] = [];
  for (let process = 0; process < processes; process++) {
    const path = '/api/v1/workspaces/bench/tokens';
    const { token } = await client.ask<{ token: string }>('POST', path, adminToken, { name: 'bench' });
    clients.push([new GatewayClient(gateway.url), token]);
  }
  const [[, token]] = clients as [[GatewayClient, string]];
  const { connector, authentication, credentials, settings } = vendor;
  const connect = (name: string, changes: object) =>
    client.ask<{ id: string }>('POST', '/api/v1/workspaces/bench/connections', adminToken, {
      ...{ connector, authentication, credentials, name, check: false },
      settings: { ...settings, ...changes },
    });
  const live = await connect('live', { base_url: `http://${hosts[0]}` });
  const copied = await connect('copied', {});
  const execute = (id: string) => `/api/v1/integrations/connectors/${id}/execute`;
  const list = { entity: 'customers', action: 'list', params: { limit: 10 } };
  const page = await client.ask<{ data: readonly { id: string }[] }>('POST', execute(copied.id), token, list);
  await untilCopied(client, copied.id);
  await client.close();
  const query = { filter: { eq: { id: page.data[0]?.id } } };
  return {
    processes,
    gateway,
    clients,
    requests: {
      list: { path: execute(live.id), body: list },
      search: {
        path: execute(copied.id),
        body: { entity: 'customers', action: 'context_store_search', params: { query } },
      },
    },
  };
}

async function untilCopied(client: GatewayClient, id: string): Promise<void> {
  const path = `/api/v1/workspaces/bench/connections/${id}/syncs`;
  for (;;) {
    const { data } = await client.ask<{ data: readonly CopyState[] }>('GET', path, adminToken);
    if (data.every(({ finished_at: finished }) => finished !== null)) return;
    await delay(500);
  }
}

async function measure(
  contender: Contender,
  call: (typeof calls)[number],
  seconds: number,
): Promise<ProcessesMeasurement> {
  const { processes, gateway, clients, requests } = contender;
  const { path, body } = requests[call];
  const before = await cpuOf(gateway);
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let made = 0;
  const caller = async (client: GatewayClient, token: string) => {
    while (performance.now() < end) {
      await client.ask('POST', path, token, body);
      made++;
    }
  };
  const callers = clients.flatMap((client) => Array.from({ length: callersOfProcess }, () => caller(...client)));
  await Promise.all(callers);
  const elapsed = (performance.now() - begun) / 1000;
  const cost = (await cpuOf(gateway)) - before;
  return { processes, call, callsPerSecond: made / elapsed, cpuMicroseconds: (cost / made) * 1e6 };
}

async function cpuOf(gateway: GatewayProcess): Promise<number> {
  const used = await Promise.all((await pidsOf(gateway)).map(cpuSeconds));
  return used.reduce((sum, one) => sum + one, 0);
}

/** The ids of the gateway and its child processes; Linux only. */
async function pidsOf({ pid }: GatewayProcess): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}
