import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { qualifiers, words } from '../../src/words.ts';
import { builtInConnectors, builtInSandboxes } from '../built-in-connectors.ts';

const sandbox = createSandbox({ connectors: builtInConnectors, sandboxes: builtInSandboxes });
const generated = new Set(qualifiers.flatMap((qualifier) => words.map((noun) => `${qualifier} ${noun}`)));
const nameOf = (text: string) => text.replace('https://example.com/', '').replaceAll('-', ' ').toLowerCase();

/** Paths of the texts that stand where a sample gives no value, such as `amber window`; in `found` with one of them. */
function collectGenerated(value: unknown, path: string, found: Map<string, string>): void {
  if (typeof value === 'string' && generated.has(nameOf(value))) found.set(path, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    collectGenerated(member, Array.isArray(value) ? path : `${path}.${name}`, found);
  }
}

describe('the samples of built-in connectors say what a person sees, so that the demo looks like a business', () => {
  it.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (id, connector) => {
    const found = new Map<string, string>();
    for (const { name } of connector.entities) collectGenerated(sandbox.records(id, name), name, found);
    expect([...found], 'give these fields a value in the sample of their entity').toEqual([]);
  });
});
