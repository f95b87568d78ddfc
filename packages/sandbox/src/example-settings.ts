import type { Connector } from '@connectory/connector-sdk';
import { directActions } from '@connectory/connector-sdk/engine';
import type { Sandbox } from './sandbox.ts';

/** The settings with which the sync plans of a connector find records in the sandbox: what partitions of each list exist there. */
export function exampleSettings(
  { id, entities }: Connector,
  sandbox: Sandbox,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const { name, sync } of entities) {
    const via = directActions.find((action) => action === sync?.via);
    if (via === undefined || sync?.each === undefined || !('setting' in sync.each)) continue;
    const { setting, separator, parts } = sync.each;
    const example = sandbox.example(id, name, via);
    const paramOf = new Map(Object.entries(sync.bind ?? {}).map(([param, part]) => [part, param]));
    const values = parts.map((part) => example[paramOf.get(part) ?? '']);
    if (!values.every((value) => typeof value === 'string')) continue;
    const texts = found.get(setting) ?? new Set();
    found.set(setting, texts.add(values.join(separator)));
  }
  return Object.fromEntries(Array.from(found, ([setting, texts]) => [setting, [...texts]]));
}
