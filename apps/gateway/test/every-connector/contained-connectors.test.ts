import { directActions, describeConnector as manifestOf } from '@connectory/connector-sdk/engine';
import { requireSoundConnector } from '@connectory/core';
import { parseExactly, writeExactly } from '@connectory/exact-json';
import { describe, expect, it } from 'vitest';
import { builtInConnectors } from '../../src/built-in-connectors.ts';
import { connectorData } from '../../src/plugins/contained/connector-data.ts';
import { describeConnector } from '../../src/plugins/contained/inside/describe-connector.ts';
import { PluginWorker } from '../../src/plugins/contained/plugin-worker.ts';
import { reviveConnector } from '../../src/plugins/contained/revive-connector.ts';

// No thread is started before it is asked something.
const worker = new PluginWorker({ packageName: 'none', url: 'none', dataDirectory: 'none', onEvent: () => undefined });

describe.each(builtInConnectors.map((connector) => [connector.id, connector] as const))('%s', (_id, connector) => {
  const data = connectorData.parse(parseExactly(writeExactly(describeConnector(connector).data)));
  const revived = reviveConnector(data, worker);

  it('has the same manifest as a contained plugin', () => {
    requireSoundConnector(revived);
    expect(JSON.parse(JSON.stringify(manifestOf(revived)))).toEqual(JSON.parse(JSON.stringify(manifestOf(connector))));
  });

  it('refuses the same parameters, and fills in the same defaults', () => {
    for (const [index, { actions }] of connector.entities.entries()) {
      for (const name of directActions) {
        const [own, other] = [actions[name]?.params, revived.entities[index]?.actions[name]?.params];
        expect(other === undefined).toBe(own === undefined);
        for (const given of [{}, { no_such_parameter: 1 }, { limit: 'many', page: -1, id: 7 }]) {
          const [expected, found] = [own?.safeParse(given), other?.safeParse(given)];
          expect(found?.data).toEqual(expected?.data);
          // Rules that are functions are applied in the interpreter of the plugin.
          expect(found?.error?.issues).toEqual(expected?.error?.issues.filter(({ code }) => code !== 'custom'));
        }
      }
    }
  });
});
