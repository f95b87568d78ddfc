type Environment = Readonly<Record<string, string | undefined>>;

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The OpenTelemetry sampler names that trace calls. */
type SamplerName = (typeof samplers)[number];

/** What is exported to a collector by OTLP over HTTP; the exporters read the other standard variables themselves. */
export interface TelemetryConfiguration {
  readonly traces: boolean;
  readonly metrics: boolean;
  readonly isJson: boolean;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** The fraction of traces the ratio samplers take, from 0 to 1. */
  readonly ratio: number;
  /** Milliseconds between two exports of the metrics. */
  readonly metricInterval: number;
}

/** Reads the configuration; undefined if it names no collector. Throws an `Error` that names the variable and its valid values. */
export function readTelemetryConfiguration(environment: Environment): TelemetryConfiguration | undefined {
  const both = environment.OTEL_EXPORTER_OTLP_ENDPOINT;
  const traces = both || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const metrics = both || environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  if (!traces && !metrics) return undefined;
  for (const url of [traces, metrics]) if (url) requireHttpUrl(url);
  return {
    traces: Boolean(traces),
    metrics: Boolean(metrics),
    isJson: isJson(environment.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf'),
    serviceName: environment.OTEL_SERVICE_NAME || 'connectory',
    sampler: samplerOf(environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on'),
    ratio: numberOf('OTEL_TRACES_SAMPLER_ARG', environment.OTEL_TRACES_SAMPLER_ARG || '1', 0, 1),
    metricInterval: numberOf(
      'OTEL_METRIC_EXPORT_INTERVAL',
      environment.OTEL_METRIC_EXPORT_INTERVAL || '60000',
      100,
      3_600_000,
    ),
  };
}

function requireHttpUrl(text: string): void {
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new Error(
    `An OTEL_EXPORTER_OTLP_… endpoint is "${text}"; it must be the URL of a collector, such as http://127.0.0.1:4318.`,
  );
}

function isJson(protocol: string): boolean {
  if (protocol === 'http/protobuf' || protocol === 'http/json') return protocol === 'http/json';
  throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}"; it must be http/protobuf or http/json.`);
}

function samplerOf(text: string): SamplerName {
  const sampler = samplers.find((name) => name === text);
  if (sampler !== undefined) return sampler;
  throw new Error(`OTEL_TRACES_SAMPLER is "${text}"; it must be one of ${samplers.join(', ')}.`);
}

function numberOf(name: string, text: string, least: number, max: number): number {
  const number = Number(text);
  if (number >= least && number <= max) return number;
  throw new Error(`${name} is "${text}"; it must be a number from ${least} to ${max}.`);
}
