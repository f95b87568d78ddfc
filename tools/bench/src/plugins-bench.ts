import { readFile } from 'node:fs/promises';
import { type ChildServer, startChild } from './child-server.ts';
import { load } from './load.ts';
import { cpuSeconds, residentMegabytes } from './process-figures.ts';

/** How a plugin runs. */
type PluginKind = 'trusted' | 'contained';

/** The cost of live calls of an entity of a plugin, in microseconds of processor time per call. */
interface PluginMeasurement {
  readonly kind: PluginKind;
  readonly entity: string;
  readonly callsPerSecond: number;
  readonly gatewayMicroseconds: number;
  readonly pluginMicroseconds: number;
}

/** The cost of a plugin's process in addition to calls. */
interface PluginFootprint {
  readonly kind: PluginKind;
  readonly loadMilliseconds: number;
  readonly gatewayMegabytes: number;
  /** Resident memory, most of it shared with the gateway: the executable and its libraries. */
  readonly pluginMegabytes: number;
  /** Memory that is not shared. */
  readonly ownMegabytes: number;
}

/** The result of the plugins bench. */
export interface PluginBench {
  readonly calls: readonly PluginMeasurement[];
  readonly footprints: readonly PluginFootprint[];
}

/** Seconds per measurement, number of alternating rounds, and number of connections. */
export interface PluginPlan {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly pageSize: number;
}

const kinds = ['trusted', 'contained'] as const;
const entities = ['declared', 'reshaped'] as const;

/** Measures calls of the same plugin in the gateway's process and contained, alternating. Linux only. */
export async function benchPlugins(plan: PluginPlan, progress: (text: string) => void): Promise<PluginBench> {
  const upstream = await startChild('canned-upstream.ts');
  const origin = `http://127.0.0.1:${upstream.printed[0]}`;
  const gateways = await Promise.all(kinds.map((kind) => startChild('plugin-gateway-server.ts', origin, kind)));
  try {
    const calls: PluginMeasurement[] = [];
    for (let round = 0; round <= plan.rounds; round += 1) {
      for (const [index, kind] of kinds.entries()) {
        for (const entity of entities) {
          progress(`${kind}, ${entity}: round ${round} of ${plan.rounds}`);
          const measured = await measure(gateways[index] as ChildServer, kind, entity, plan);
          // The first round is a warm-up.
          if (round > 0) calls.push(measured);
        }
      }
    }
    const footprints = await Promise.all(kinds.map((kind, index) => footprint(gateways[index] as ChildServer, kind)));
    return { calls, footprints };
  } finally {
    await Promise.all([upstream, ...gateways].map((server) => server.stop()));
  }
}

async function measure(
  gateway: ChildServer,
  kind: PluginKind,
  entity: string,
  { seconds, connections, pageSize }: PluginPlan,
): Promise<PluginMeasurement> {
  const [port = '', connection = '', token = ''] = gateway.printed;
  const body = JSON.stringify({ entity, action: 'list', params: { limit: pageSize } });
  const request = `POST /api/v1/integrations/connectors/${connection}/execute HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const plugin = await pluginOf(gateway);
  const before = [await gateway.cpuSeconds(), await cpuOf(plugin)] as const;
  const { requestsPerSecond, requests } = await load([{ port: Number(port), request }], connections, seconds);
  return {
    kind,
    entity,
    callsPerSecond: requestsPerSecond,
    gatewayMicroseconds: (((await gateway.cpuSeconds()) - before[0]) * 1e6) / requests,
    pluginMicroseconds: (((await cpuOf(plugin)) - before[1]) * 1e6) / requests,
  };
}

async function footprint(gateway: ChildServer, kind: PluginKind): Promise<PluginFootprint> {
  const plugin = await pluginOf(gateway);
  const text = plugin === undefined ? '' : await readFile(`/proc/${plugin}/smaps_rollup`, 'utf8').catch(() => '');
  const kilobytes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((sum, [, own]) => sum + Number(own), 0);
  return {
    kind,
    loadMilliseconds: Number(gateway.printed[3]),
    gatewayMegabytes: (await residentMegabytes(gateway.pid)).now,
    pluginMegabytes: plugin === undefined ? 0 : (await residentMegabytes(plugin)).now,
    ownMegabytes: kilobytes / 1024,
  };
}

const cpuOf = async (pid: number | undefined) => (pid === undefined ? 0 : cpuSeconds(pid));

async function pluginOf({ pid }: ChildServer): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const [child] = text.trim().split(' ').filter(Boolean).map(Number);
  return child;
}
