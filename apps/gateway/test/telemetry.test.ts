import { ledger } from '@connectory/test-support/fixture-connectors';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readTelemetryConfiguration } from '../src/telemetry/telemetry-configuration.ts';
import { startGatewayProcess, temporaryDirectory } from './gateway-process.ts';
import { untilSynced } from './hosted-gateway.ts';
import { connectClient } from './mcp-client.ts';
import { executePath, type RunningGateway, startRunningGateway } from './running-gateway.ts';
import { type ReceivedSpan, startCollector, type TestCollector } from './telemetry-collector.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

/** Starts a gateway in hosted mode that sends what it does to a collector. */
async function startTraced(
  collector: TestCollector,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningGateway> {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    ...variables,
  };
  // The exporters read the standard variables themselves.
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const telemetry = readTelemetryConfiguration(environment);
  return startRunningGateway({ connectors: [ledger], configuration: { mode: 'hosted', telemetry } });
}

const list = (limit = 2) => ({ entity: 'customers', action: 'list', params: { limit } });

describe('a gateway with a collector', () => {
  let collector: TestCollector;
  let gateway: RunningGateway;
  beforeAll(async () => {
    collector = await startCollector();
    gateway = await startTraced(collector, { OTEL_SERVICE_NAME: 'gateway-of-the-suite' });
    // All of it: a pass that still runs would meet the error that a call is to meet.
    await untilSynced(gateway, 'ledger');
  });
  afterAll(async () => {
    await gateway.stop();
    await collector.stop();
    vi.unstubAllEnvs();
  });

  /** The spans of the call with this request id: the call itself, and its parts. */
  async function spansOf(requestId: string): Promise<{ call: ReceivedSpan; parts: readonly ReceivedSpan[] }> {
    const find = () => collector.spans().find(({ attributes }) => attributes['connectory.request_id'] === requestId);
    await expect.poll(find).toBeDefined();
    const call = find() as ReceivedSpan;
    return { call, parts: collector.spans().filter(({ parentSpanId }) => parentSpanId === call.spanId) };
  }

  it('sends a trace of each call: who asked, and each attempt', async () => {
    gateway.sandbox.behaviors.next('ledger', { kind: 'failing-before' });
    await gateway.execute('ledger', list(), { headers: { 'x-request-id': 'retried' } });
    const { call, parts } = await spansOf('retried');
    expect(call).toMatchObject({ name: 'execute' });
    expect(call.attributes).toEqual({
      'connectory.request_id': 'retried',
      'connectory.workspace_id': gateway.workspaceId,
      'connectory.connector': 'ledger',
      'connectory.entity': 'customers',
      'connectory.action': 'list',
      'http.response.status_code': 200,
    });
    expect(parts.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['auth', {}],
      ['upstream', { 'connectory.attempt': 1, 'http.response.status_code': 500 }],
      ['upstream', { 'connectory.attempt': 2, 'http.response.status_code': 200 }],
    ]);
    expect(collector.resource()).toMatchObject({ 'service.name': 'gateway-of-the-suite' });
  });

  it('has spans for the stores', async () => {
    const search = { entity: 'customers', action: 'context_store_search', params: { query: {} } };
    await gateway.execute('ledger', search, { headers: { 'x-request-id': 'searched' } });
    expect((await spansOf('searched')).parts.map(({ name }) => name)).toEqual(['auth', 'store search']);
    const create = { entity: 'customers', action: 'create', params: { name: 'Traced Person' } };
    await gateway.execute('ledger', create, { headers: { 'x-request-id': 'created' } });
    const { parts } = await spansOf('created');
    expect(parts.map(({ name }) => name)).toEqual(['auth', 'store audit', 'upstream', 'store write']);
  });

  it('names the code of what failed', async () => {
    await gateway.execute('ledger', list(), { token: 'cty_unknown', headers: { 'x-request-id': 'refused' } });
    expect((await spansOf('refused')).call.attributes).toMatchObject({
      'error.type': 'unauthenticated',
      'http.response.status_code': 401,
    });
    await gateway.execute('ledger', { entity: 'ghosts', action: 'list' }, { headers: { 'x-request-id': 'unknown' } });
    const { attributes } = (await spansOf('unknown')).call;
    expect(attributes).toMatchObject({ 'error.type': 'unknown_entity', 'connectory.connector': 'ledger' });
    expect(attributes).not.toHaveProperty('connectory.entity');
  });

  it('continues the trace of its caller, and does not pass it on', async () => {
    const headers = { 'x-request-id': 'continued', traceparent: `00-${traceId}-${parentId}-01` };
    const arrived = await gateway.arrivalsDuring(() => gateway.execute('ledger', list(), { headers }));
    const { call, parts } = await spansOf('continued');
    expect(call).toMatchObject({ traceId, parentSpanId: parentId });
    expect(parts.map((part) => part.traceId)).toEqual([traceId, traceId]);
    expect(arrived.length).toBeGreaterThan(0);
    expect(JSON.stringify(arrived)).not.toMatch(/traceparent|tracestate|4bf92f3577b34da6/i);
  });

  it('begins a trace of its own where the header is none', async () => {
    const headers = { 'x-request-id': 'confused', traceparent: '00-zz-zz-01' };
    expect((await gateway.execute('ledger', list(), { headers })).status).toBe(200);
    expect((await spansOf('confused')).call.parentSpanId ?? '').toBe('');
  });

  it('sends a trace of each call of an agent', async () => {
    const client = await connectClient(gateway);
    await client.call('run_read', { connection: 'ledger', entity: 'customers', action: 'list', params: { limit: 1 } });
    await client.close();
    const executed = () => collector.spans().filter(({ name, parentSpanId }) => name === 'execute' && parentSpanId);
    const ofAgent = () =>
      executed().find(({ parentSpanId }) =>
        collector.spans().some(({ name, spanId }) => name === 'mcp' && spanId === parentSpanId),
      );
    await expect.poll(ofAgent).toBeDefined();
    expect(ofAgent()?.attributes).toMatchObject({ 'connectory.connector': 'ledger', 'connectory.entity': 'customers' });
  });

  it('sends the metrics of /metrics', async () => {
    await gateway.execute('ledger', list(3));
    const text = (await gateway.send('GET', '/metrics')).text;
    const names = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name).sort();
    const sent = () => collector.metrics().map(({ name }) => name);
    await expect.poll(() => sent().sort()).toEqual(names);
    const durations = collector.metrics().find(({ name }) => name === 'connectory_execute_duration_seconds');
    for (const { bucketCounts, explicitBounds, count } of durations.histogram.dataPoints) {
      expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
      expect(bucketCounts.reduce((sum: number, one: number) => sum + Number(one), 0)).toBe(Number(count));
    }
    const { dataPoints } = collector.metrics().find(({ name }) => name === 'connectory_records_total').sum;
    expect(Math.max(...dataPoints.map(({ asDouble }: { asDouble: number }) => asDouble))).toBeGreaterThan(0);
  });

  it('tells nothing of parameters, records or secrets', async () => {
    const needle = 'needle-in-parameters';
    const headers = { 'x-request-id': 'needles' };
    await gateway.execute('ledger', { entity: 'customers', action: 'get', params: { id: needle } }, { headers });
    await gateway.execute('ledger', { entity: needle, action: needle, intent: needle, params: {} });
    await spansOf('needles');
    const text = collector.text();
    const { json } = await gateway.execute('ledger', list());
    const reported = [
      needle,
      gateway.token,
      json.data[0].id,
      json.data[0].name,
      'Traced Person',
      gateway.sandboxOrigin,
    ];
    for (const secret of Object.values(gateway.sandbox.credentials('ledger'))) reported.push(secret);
    for (const secret of reported) expect(text).not.toContain(secret);
  });
});

describe('a gateway whose collector is no help', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is not slowed by one that hangs, and closes in time', async () => {
    const collector = await startCollector({ hangs: true });
    const gateway = await startTraced(collector);
    await gateway.execute('ledger', list());
    await expect.poll(() => collector.arrivals()).toBeGreaterThan(0);
    const durations: number[] = [];
    // More spans than a queue holds.
    for (let calls = 0; calls < 1_000; calls += 50) {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const started = performance.now();
          expect((await gateway.execute('ledger', list(1))).status).toBe(200);
          durations.push(performance.now() - started);
        }),
      );
    }
    // The exporter waits for ten seconds; no call does.
    expect(Math.max(...durations)).toBeLessThan(10_000);
    const started = performance.now();
    await gateway.stop();
    // As long as process managers allow.
    expect(performance.now() - started).toBeLessThan(30_000);
    await collector.stop();
  });

  it('says once that it is away', async () => {
    const collector = await startCollector();
    await collector.stop();
    const gateway = await startTraced(collector);
    const complaints = () =>
      gateway
        .log()
        .split('\n')
        .filter((line) => line.includes('collector rejects'));
    for (let calls = 0; calls < 3; calls += 1) expect((await gateway.execute('ledger', list())).status).toBe(200);
    await expect.poll(() => complaints().length).toBe(1);
    await gateway.stop();
  });
});

describe('a gateway without a collector', () => {
  // Names what is loaded on standard error.
  const hook =
    'import{registerHooks}from"node:module";registerHooks({resolve(name,at,next){if(name.startsWith("@opentelemetry"))console.error("loads",name);return next(name,at)}})';
  const loaded = async (variables: Readonly<Record<string, string>>) => {
    const directory = await temporaryDirectory();
    const own = { PORT: '0', CONNECTORY_DATA_DIR: directory.path, CONNECTORY_MODE: 'direct' };
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
    const gateway = await startGatewayProcess('main', { ...own, NODE_OPTIONS, ...variables });
    await gateway.stop();
    await directory.remove();
    return gateway.output().stderr;
  };

  it('loads nothing that speaks to one', async () => {
    // What prom-client loads of its own accord: the API, which does nothing alone.
    const others = /loads @opentelemetry\/(?!api\n)/;
    expect(await loaded({ OTEL_SERVICE_NAME: 'x' })).not.toMatch(others);
    expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toMatch(others);
  });
});

describe('the sampler', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('decides which calls are traced, after the caller where it is based on the parent', async () => {
    const collector = await startCollector();
    const gateway = await startTraced(collector, {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await gateway.send('POST', executePath(gateway.connection('ledger')), { body: list() });
    const headers = { 'x-request-id': 'sampled', traceparent: `00-${traceId}-${parentId}-01` };
    await gateway.execute('ledger', list(), { headers });
    await gateway.stop();
    expect(new Set(collector.spans().map((span) => span.traceId))).toEqual(new Set([traceId]));
    await collector.stop();
  });
});

describe('the variables of OpenTelemetry', () => {
  it('turn nothing on without an endpoint', () => {
    expect(readTelemetryConfiguration({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toBeUndefined();
  });

  it('turn on what has an endpoint', () => {
    const traces = readTelemetryConfiguration({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' });
    expect(traces).toMatchObject({ traces: true, metrics: false, isJson: false, serviceName: 'connectory' });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_METRIC_EXPORT_INTERVAL', 'often'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ])('refuse %s=%s', (name, value) => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value };
    expect(() => readTelemetryConfiguration(environment)).toThrow(value);
  });
});
