import type { Tracer } from '@connectory/core';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import type { TelemetryConfiguration } from './telemetry-configuration.ts';

/** The export of a gateway to a collector. */
export interface Telemetry {
  /** Undefined if only metrics are exported. */
  readonly tracer: Tracer | undefined;
  /** Flushes what is queued, for two seconds at most. */
  close(): Promise<void>;
}

/** Starts exporting traces and metrics. The OTLP libraries are only imported here. */
export async function startTelemetry(
  configuration: TelemetryConfiguration | undefined,
  metrics: Metrics,
  logger: Logger,
): Promise<Telemetry | undefined> {
  if (configuration === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(configuration, metrics, logger);
}
