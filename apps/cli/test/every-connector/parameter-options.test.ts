import { describeConnector } from '@connectory/connector-sdk/engine';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { Option } from 'commander';
import { expect, it } from 'vitest';
import type { Schema } from '../../src/describe-connector.ts';
import { parameterFlags, placeholderOf } from '../../src/run/parameter-flags.ts';

it('every parameter of every action is an option of its own', () => {
  let count = 0;
  for (const connector of builtInConnectors) {
    const { id, entities } = describeConnector(connector);
    for (const { name, actions } of entities) {
      for (const { action, params } of actions) {
        const flags = parameterFlags(params as Schema);
        const options = flags.map(({ flag, schema }) => new Option(`--${flag} <${placeholderOf(schema)}>`));
        count += options.length;
        const where = `${id} ${name} ${action}`;
        expect(new Set(options.map((option) => option.attributeName())).size, where).toBe(flags.length);
        expect(
          options.filter(({ long, negate }, index) => negate || long !== `--${flags[index]?.flag}`),
          where,
        ).toEqual([]);
      }
    }
  }
  expect(count).toBeGreaterThan(2_000);
});
