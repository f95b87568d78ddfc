import type { PluginBench } from './plugins-bench.ts';
import { percentile } from './store-measure.ts';

/** Renders the tables of the plugins bench: medians. */
export function pluginsReport({ calls, footprints }: PluginBench): string {
  const rows = ['declared', 'reshaped'].flatMap((entity) =>
    (['trusted', 'contained'] as const).map((kind) => {
      const own = calls.filter((one) => one.kind === kind && one.entity === entity);
      const median = (value: (one: (typeof own)[number]) => number) => percentile(own.map(value), 0.5).toFixed(0);
      return [
        entity,
        kind,
        median(({ callsPerSecond }) => callsPerSecond),
        median(({ gatewayMicroseconds }) => gatewayMicroseconds),
        median(({ pluginMicroseconds }) => pluginMicroseconds),
      ];
    }),
  );
  const costs = footprints.map(({ kind, loadMilliseconds, gatewayMegabytes, pluginMegabytes, ownMegabytes }) => [
    kind,
    ...[loadMilliseconds, gatewayMegabytes, pluginMegabytes, ownMegabytes].map((figure) => figure.toFixed(0)),
  ]);
  return [
    table(['entity', 'plugin', 'calls/s', 'gateway µs', 'plugin µs'], rows),
    '',
    table(['plugin', 'loaded ms', 'gateway MB', 'plugin MB', 'of its own MB'], costs),
  ].join('\n');
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => cell.padStart(Math.max(columns[index]?.length ?? 0, 9))).join('   ');
  return [columns, ...rows].map(line).join('\n');
}
