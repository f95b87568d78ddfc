import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Metrics, ReadMetric } from './metrics.ts';

/** Provides the metrics of `/metrics` to OpenTelemetry, so that each metric is defined only once. */
export function metricProducer(metrics: Metrics, resource: Resource): MetricProducer {
  const startTime = millisToHrTime(Date.now());
  return {
    collect: async () => {
      const endTime = hrTime();
      const data = (await metrics.read()).map((metric) => dataOf(metric, { startTime, endTime }));
      const scope = { name: '@connectory/gateway' };
      return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics: data }] }, errors: [] };
    },
  };
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function dataOf(metric: ReadMetric, times: Times): MetricData {
  const common = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (metric.type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(metric, times) };
  // A missing limit is infinite, which JSON cannot express.
  const finite = metric.values.filter(({ value }) => Number.isFinite(value));
  const dataPoints = finite.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  return metric.type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Reassembles the lines of a histogram: one point for each set of labels. */
function histogramPoints({ name, values }: ReadMetric, times: Times): DataPoint<Histogram>[] {
  const groups = new Map<string, { attributes: Attributes; below: [number, number][]; sum: number; count: number }>();
  for (const { labels, value, metricName } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const group = groups.get(key) ?? { attributes, below: [], sum: 0, count: 0 };
    groups.set(key, group);
    if (metricName === `${name}_sum`) group.sum = value;
    else if (metricName === `${name}_count`) group.count = value;
    else if (le !== '+Inf') group.below.push([Number(le), value]);
  }
  return Array.from(groups.values(), ({ attributes, below, sum, count }) => {
    const boundaries = below.map(([boundary]) => boundary);
    const upTo = [...below.map(([, max]) => max), count];
    const counts = upTo.map((max, index) => max - (upTo[index - 1] ?? 0));
    return { ...times, attributes, value: { buckets: { boundaries, counts }, sum, count } };
  });
}
