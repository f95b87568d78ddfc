import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RawValue } from '@connectory/connector-sdk';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** An OpenTelemetry collector that records the JSON it receives, and does not respond while it hangs. */
export interface TestCollector {
  readonly url: string;
  /** The spans received so far, including their other fields. */
  spans(): readonly ReceivedSpan[];
  /** The metrics of the last message. */
  metrics(): readonly RawValue[];
  /** The attributes of the resource of the last message. */
  resource(): Readonly<Record<string, string | number>>;
  /** All messages so far, as text. */
  text(): string;
  /** Number of messages received, with or without a response. */
  arrivals(): number;
  stop(): Promise<void>;
}

/** Starts a collector on this machine. */
export async function startCollector({ hangs = false } = {}): Promise<TestCollector> {
  const traces: RawValue[] = [];
  const metrics: RawValue[] = [];
  let arrivals = 0;
  const server = createServer(async (request: IncomingMessage, response) => {
    arrivals += 1;
    if (hangs) return;
    const body = (await json(request)) as RawValue;
    if (request.url === '/v1/traces') traces.push(...body.resourceSpans);
    else metrics.push(...body.resourceMetrics);
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      traces
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }: RawValue) => spans))
        .map((span: RawValue) => ({ ...span, attributes: attributesOf(span.attributes) })),
    metrics: () => metrics.at(-1)?.scopeMetrics.flatMap((scope: RawValue) => scope.metrics) ?? [],
    resource: () => attributesOf([...traces, ...metrics].at(-1)?.resource.attributes ?? []),
    text: () => JSON.stringify([traces, metrics]),
    arrivals: () => arrivals,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function attributesOf(list: readonly RawValue[]): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
