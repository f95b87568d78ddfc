import { startConnectedGateway } from './connected-gateway.ts';
import { executeRequest, measureCalls } from './load.ts';
import { startScript } from './processes.ts';
import { atMost, type BenchResult, median, table } from './result.ts';

const records = 100;
const maxRatio = 2;
const maxUnused = 1.1;

const policies: Readonly<Record<string, object>> = {
  none: {},
  'of another connector': { fields: [{ connector: 'zendesk', drop: ['email'] }] },
  fields: { fields: [{ drop: ['shipping', 'metadata.segment'], mask: ['name'], hash: ['email'] }] },
  records: {
    records: [
      { connector: 'stripe', entity: 'customers', where: { lt: { created: 2_000_000_000 }, eq: { currency: 'eur' } } },
    ],
  },
  personal: { personal: { all: 'mask' } },
  detect: { detect: { all: 'redact' } },
};

const list = { entity: 'customers', action: 'list', params: { limit: records } };
const search = { entity: 'customers', action: 'context_store_search', params: { query: {}, limit: records } };
const ways: Readonly<Record<string, { readonly call: object; readonly accept?: string }>> = {
  list: { call: list },
  search: { call: search },
  NDJSON: { call: list, accept: 'application/x-ndjson' },
};

/** Measures what a page of 100 records costs under policies that hide something, by turns with none. */
export async function benchPolicies(isQuick: boolean, progress: (text: string) => void): Promise<BenchResult> {
  const { rounds, seconds } = isQuick ? { rounds: 2, seconds: 2 } : { rounds: 5, seconds: 4 };
  const names = Object.keys(policies);
  const upstream = await startScript('./upstream-server.ts', String(records));
  // A token may have 50 calls running.
  const gateway = await startConnectedGateway(upstream.url, {
    policies: [...Object.values(policies), ...Object.values(policies)],
  });
  const cases = names.flatMap((name, index) =>
    Object.keys(ways).map((way) => ({ name, index, way, samples: [] as number[] })),
  );
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, index, way, samples } of cases) {
        progress(`round ${round} of ${rounds}: ${way}, ${name}`);
        const { call, accept } = ways[way] ?? { call: list };
        const requests = [index, index + names.length].map((at) => {
          const request = executeRequest(gateway.connectionIds[0] ?? '', gateway.tokens[at] ?? '', call);
          return accept === undefined ? request : { ...request, headers: { ...request.headers, accept } };
        });
        const { processor } = await measureCalls(gateway, requests, seconds);
        if (round > 0) samples.push(processor);
      }
    }
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
  const cost = (name: string, way: string) =>
    median(cases.find((one) => one.name === name && one.way === way)?.samples ?? []);
  const ratio = (name: string, way: string) => cost(name, way) / cost('none', way);
  const rows = names.map((name) => [
    name,
    ...Object.keys(ways).flatMap((way) => [cost(name, way).toFixed(0), ratio(name, way).toFixed(2)]),
  ]);
  const heading = Object.keys(ways).flatMap((way) => [`${way}, cpu µs`, 'next to none']);
  return {
    table: table([`policy, pages of ${records}`, ...heading], rows),
    floors: names
      .slice(1)
      .flatMap((name, index) =>
        Object.keys(ways).map((way) =>
          atMost(`${way} under ${name}, next to none`, ratio(name, way), index === 0 ? maxUnused : maxRatio),
        ),
      ),
  };
}
