import type { Tracer } from '@connectory/core';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { TelemetryConfiguration } from './telemetry-configuration.ts';

/** What a gateway sends to a collector. */
export interface Telemetry {
  /** Undefined where only metrics are sent. */
  readonly tracer: Tracer | undefined;
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>;
}

/** Starts sending traces and metrics. What speaks OTLP is loaded here and nowhere else. */
export async function startTelemetry(
  configuration: TelemetryConfiguration | undefined,
  metrics: Metrics,
  logger: Logger,
): Promise<Telemetry | undefined> {
  if (configuration === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(configuration, metrics, logger);
}
