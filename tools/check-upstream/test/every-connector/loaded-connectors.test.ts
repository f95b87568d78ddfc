import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  checkUpstream,
  type DryRun,
  type KnownDeviations,
  parseKnownDeviations,
  renderReport,
  type UpstreamReport,
} from '@connectory/api-description';
import { codeHosting } from '@connectory/connector-code-hosting';
import { payments } from '@connectory/connector-payments';
import { recruiting2 } from '@connectory/connector-recruiting-2';
import type { Connector } from '@connectory/connector-sdk';
import { type DirectActionName, describeConnector } from '@connectory/connector-sdk/engine';
import { createEgressGuard, createUpstreamClient, type UpstreamConnection } from '@connectory/upstream';
import { afterAll, describe, expect, it } from 'vitest';
import { loadOwnDescriptions } from '../../src/index.ts';

const folder = fileURLToPath(new URL('../../../../../shared/upstream', import.meta.url));
const deviationsFile = fileURLToPath(new URL('../../deviations.json', import.meta.url));
const described = [codeHosting, payments, recruiting2];
const client = createUpstreamClient({ guard: createEgressGuard() });
const reports: UpstreamReport[] = [];

/** The requests a loaded connector would send, as its gateway would print them. */
function dryRunOf(connector: Connector): DryRun {
  const connection: UpstreamConnection = {
    id: 'check',
    connector,
    settings: {},
    authentication: Object.keys(connector.upstream.authentication)[0] ?? '',
    credentials: {},
    tokens: {
      exclusively: (work) => work(),
      read: async () => ({}),
      save: async () => {},
      reauthorizationRequired: async () => {},
    },
  };
  return async (entityName, name, params) => {
    const action = connector.entities.find((entity) => entity.name === entityName)?.actions[name as DirectActionName];
    if (action === undefined) throw new TypeError(`${connector.id} has no ${name} on ${entityName}`);
    return client.preview({ connection, name: name as DirectActionName, action, params: action.params.parse(params) });
  };
}

describe.skipIf(!existsSync(folder))('the requests of the loaded connectors', () => {
  it.each(described)('$id sends what the vendor describes', async (connector) => {
    const known: KnownDeviations = parseKnownDeviations(JSON.parse(await readFile(deviationsFile, 'utf8')));
    const report = await checkUpstream({
      manifest: describeConnector(connector),
      descriptions: await loadOwnDescriptions(connector.id, folder),
      dryRun: dryRunOf(connector),
      deviations: known,
    });
    reports.push(report);
    expect(report.findings).toEqual([]);
    expect(report.stale).toEqual([]);
    expect(report.requests).toBeGreaterThan(0);
  });

  afterAll(() => {
    console.log(renderReport(reports));
  });
});

if (!existsSync(folder)) {
  console.log(
    "skipped: the vendors' descriptions are not in ../shared/upstream, so no request can be held against them",
  );
}
