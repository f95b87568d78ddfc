import type { Audit } from '@connectory/control-plane';
import type { Bound, Registry as Connectors, ExecuteObservation, SyncObservation } from '@connectory/core';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { droppedLines } from './logger.ts';

/** The calls of one action of an entity with the same status. */
interface CallSeries {
  readonly duration: { observe(seconds: number): void };
  readonly status: string;
  /** Null if they name no existing entity. */
  readonly entityLabels: { readonly connector: string; readonly entity: string } | null;
  /** Records and searches since the metrics were last read; null if no call had records. */
  records: number | null;
  searches: number;
}

/** A figure that is counted elsewhere. */
export interface Meter {
  readonly name: string;
  readonly help: string;
  read(): number;
}

/** A figure with labels that is found when the metrics are read. */
export interface StateGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  read(): Promise<readonly StateValue[]>;
}

/** One value of a `StateGauge`. Its labels hold names from manifests and of states only. */
export interface StateValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with its values; each value of a histogram has the name of its series. */
export interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number | undefined>>;
    readonly metricName?: string;
  }[];
}

/** Prometheus metrics of one gateway process. Labels hold names from manifests only, so their number is bounded. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #executions: Histogram<'connector' | 'action' | 'status'>;
  readonly #failures: Counter<'connector' | 'code'>;
  readonly #syncPages: Counter<'connector' | 'entity'>;
  readonly #syncRecords: Counter<'connector' | 'entity'>;
  readonly #syncFailures: Counter<'connector' | 'entity' | 'code'>;
  readonly #heldRemovals: Counter<'connector' | 'entity'>;
  readonly #vendorEvents: Counter<'connector' | 'outcome'>;
  readonly #deliveries: Counter<'outcome'>;

  readonly #calls = new Map<string, CallSeries>();

  constructor(connectors: Connectors) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#executions = new Histogram({
      name: 'connectory_execute_duration_seconds',
      help: 'Duration of execute calls',
      labelNames: ['connector', 'action', 'status'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
      registers,
    });
    this.#failures = new Counter({
      name: 'connectory_execute_errors_total',
      help: 'Execute calls that ended with an error, by error code',
      labelNames: ['connector', 'code'],
      registers,
    });
    const records: Counter<'connector' | 'entity'> = new Counter({
      name: 'connectory_records_total',
      help: 'Records returned',
      labelNames: ['connector', 'entity'],
      registers,
      collect: () => {
        for (const series of this.#calls.values()) {
          if (series.entityLabels !== null && series.records !== null) records.inc(series.entityLabels, series.records);
          series.records = null;
        }
      },
    });
    const searches: Counter<'connector' | 'entity' | 'status'> = new Counter({
      name: 'connectory_searches_total',
      help: 'Searches of synchronized copies, by status',
      labelNames: ['connector', 'entity', 'status'],
      registers,
      collect: () => {
        for (const series of this.#calls.values()) {
          const { entityLabels, status } = series;
          if (entityLabels !== null && series.searches > 0) searches.inc({ ...entityLabels, status }, series.searches);
          series.searches = 0;
        }
      },
    });
    this.#syncPages = new Counter({
      name: 'connectory_sync_pages_total',
      help: 'Pages read for synchronized copies',
      labelNames: ['connector', 'entity'],
      registers,
    });
    this.#syncRecords = new Counter({
      name: 'connectory_sync_records_total',
      help: 'Records read for synchronized copies',
      labelNames: ['connector', 'entity'],
      registers,
    });
    this.#syncFailures = new Counter({
      name: 'connectory_sync_errors_total',
      help: 'Pages that could not be read for synchronized copies, by error code',
      labelNames: ['connector', 'entity', 'code'],
      registers,
    });
    this.#heldRemovals = new Counter({
      name: 'connectory_sync_held_removals_total',
      help: 'Passes that kept a large share of records which they did not see',
      labelNames: ['connector', 'entity'],
      registers,
    });
    this.#vendorEvents = new Counter({
      name: 'connectory_vendor_events_total',
      help: 'Events received from vendors, by outcome; those with a wrong URL have the connector "unknown"',
      labelNames: ['connector', 'outcome'],
      registers,
    });
    this.#deliveries = new Counter({
      name: 'connectory_webhook_deliveries_total',
      help: 'Attempts to deliver webhooks, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    const sunsets = new Gauge({
      name: 'connectory_upstream_sunset_timestamp_seconds',
      help: 'When the vendor stops serving the API version a connector speaks, as Unix time',
      labelNames: ['connector', 'version'],
      registers,
    });
    for (const { connector } of connectors.all()) {
      const { pinned, sunset } = connector.upstream.version;
      if (sunset !== null) sunsets.set({ connector: connector.id, version: pinned }, Date.parse(sunset) / 1000);
    }
  }

  /** Exposes figures counted elsewhere, read together with the metrics. */
  watch(meters: readonly Meter[]): void {
    const registers = [this.#registry];
    for (const { name, help, read } of meters) {
      const counter: Counter = new Counter({
        name,
        help,
        registers,
        collect: () => {
          counter.reset();
          counter.inc(read());
        },
      });
    }
  }

  /** Shows what is found out when the metrics are read. */
  addGauges(gauges: readonly StateGauge[]): void {
    const registers = [this.#registry];
    for (const { name, help, labelNames, read } of gauges) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        collect: async () => {
          const values = await read();
          gauge.reset();
          for (const { labels, value } of values) gauge.set(labels, value);
        },
      });
    }
  }

  /** Shows the use of each limited resource, and its limit. */
  addBounds(bounds: readonly Bound[]): void {
    const registers = [this.#registry];
    for (const { name, help, limit, inUse } of bounds) {
      const used: Gauge = new Gauge({
        name: `connectory_${name}_in_use`,
        help,
        registers,
        collect: () => used.set(inUse()),
      });
      new Gauge({ name: `connectory_${name}_limit`, help: `${help}: the limit`, registers }).set(limit);
    }
  }

  /** Counts one execute call. */
  observe({ connector, entity, action, status, code, records, durationMs }: ExecuteObservation): void {
    const known = connector ?? 'unknown';
    const series = this.#seriesOf(known, entity, action ?? 'unknown', status);
    series.duration.observe(durationMs / 1000);
    if (records !== null) series.records = (series.records ?? 0) + records;
    if (action === 'context_store_search') series.searches += 1;
    if (code !== null) this.#failures.inc({ connector: known, code });
  }

  /** Counts one page read for a synchronized copy, or one failed attempt to read it. */
  observeSync({ connector, entity, records, code }: SyncObservation): void {
    if (code !== null) this.#syncFailures.inc({ connector, entity, code });
    else {
      this.#syncPages.inc({ connector, entity });
      this.#syncRecords.inc({ connector, entity }, records);
    }
  }

  /** Counts one pass that held a large removal. */
  observeHeldRemoval(connector: string, entity: string): void {
    this.#heldRemovals.inc({ connector, entity });
  }

  /** Counts one event of a vendor; the connector is null for an unknown URL. */
  observeVendorEvent(connector: string | null, outcome: 'received' | 'repeated' | 'refused'): void {
    this.#vendorEvents.inc({ connector: connector ?? 'unknown', outcome });
  }

  /** Counts one attempt to deliver a webhook. */
  observeDelivery(outcome: 'delivered' | 'retried' | 'failed'): void {
    this.#deliveries.inc({ outcome });
  }

  // prom-client sorts and joins the labels at each increment, so what calls count is passed on when it is read.
  #seriesOf(connector: string, entity: string | null, action: string, status: number): CallSeries {
    const key = `${connector} ${entity ?? ''} ${action} ${status}`;
    const known = this.#calls.get(key);
    if (known !== undefined) return known;
    const labels = { connector, action, status: String(status) };
    const series: CallSeries = {
      duration: this.#executions.labels(labels),
      status: labels.status,
      entityLabels: entity === null ? null : { connector, entity },
      records: null,
      searches: 0,
    };
    this.#calls.set(key, series);
    return series;
  }

  /** Returns the metrics as Prometheus text. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Returns the metrics as values, for exporters that push them. */
  async read(): Promise<readonly ReadMetric[]> {
    const metrics = await this.#registry.getMetricsAsJSON();
    return metrics.map(({ type, ...metric }) => ({ ...metric, type: String(type) }));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}

/** Meters of lost audit entries, and of failed attempts to store entries. */
export function auditMeters(audit: Audit): readonly Meter[] {
  return [
    {
      name: 'connectory_audit_entries_lost_total',
      help: 'Audit entries dropped because the database was unavailable for too long',
      read: () => audit.lost,
    },
    {
      name: 'connectory_audit_failures_total',
      help: 'How often storing audit entries failed and was retried',
      read: () => audit.failures,
    },
  ];
}

/** Meters of log lines that could not be written. */
export function logMeters(logger: Logger): readonly Meter[] {
  return [
    {
      name: 'connectory_log_lines_dropped_total',
      help: 'Log lines that could not be written',
      read: () => droppedLines(logger),
    },
  ];
}
