import { randomUUID } from 'node:crypto';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { within } from '../http/within.ts';
import { metricProducer } from './metric-producer.ts';
import type { Metrics } from './metrics.ts';
import { openTelemetryTracer } from './open-telemetry-tracer.ts';
import type { Telemetry } from './telemetry.ts';
import type { TelemetryConfiguration } from './telemetry-configuration.ts';

/**
 * Exports in the background, from bounded queues: 2,048 spans, and one reading of the metrics. Data that a collector does not accept in
 * time are dropped, which is logged once a minute.
 */
export function openTelemetry(configuration: TelemetryConfiguration, metrics: Metrics, logger: Logger): Telemetry {
  logFailures(logger);
  const resource = defaultResource()
    // Without an id, the metrics of several processes would overwrite each other.
    .merge(resourceFromAttributes({ 'service.name': configuration.serviceName, 'service.instance.id': randomUUID() }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }));
  const tracers = configuration.traces ? tracerProvider(configuration, resource) : undefined;
  const meters = configuration.metrics ? meterProvider(configuration, resource, metrics) : undefined;
  return {
    tracer: tracers && openTelemetryTracer(tracers.getTracer('@connectory/gateway')),
    close: async () => {
      await within(Promise.allSettled([tracers?.shutdown(), meters?.shutdown()]), maxClosing, undefined);
    },
  };
}

const maxClosing = 2_000;
const quietMilliseconds = 60_000;

function tracerProvider(configuration: TelemetryConfiguration, resource: Resource): TracerProvider {
  const exporter = configuration.isJson ? new JsonTraceExporter() : new OTLPTraceExporter();
  return new TracerProvider({
    resource,
    sampler: samplerOf(configuration),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 10_000, scheduledDelayMillis: 1_000 })],
  });
}

function meterProvider(
  { isJson, metricInterval }: TelemetryConfiguration,
  resource: Resource,
  metrics: Metrics,
): MeterProvider {
  const exporter = isJson ? new JsonMetricExporter() : new OTLPMetricExporter();
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricInterval,
    exportTimeoutMillis: Math.min(10_000, metricInterval),
    metricProducers: [metricProducer(metrics, resource)],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

function samplerOf({ sampler, ratio }: TelemetryConfiguration): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.+)$/.exec(sampler) ?? [];
  const root = rootSampler(name, ratio);
  return isParentBased === undefined ? root : new ParentBasedSampler({ root });
}

function rootSampler(name: string | undefined, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** An unavailable collector fails every second. */
function logFailures(logger: Logger): void {
  let quietUntil = 0;
  const warn = (message: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMilliseconds;
    logger.warn({ error: message }, 'the OpenTelemetry collector rejects the data');
  };
  setGlobalErrorHandler((thrown) => warn(thrown instanceof Error ? thrown.message : String(thrown)));
  const quiet = () => undefined;
  const diagLogger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(diagLogger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
