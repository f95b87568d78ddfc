import { readFile } from 'node:fs/promises';
import { checkUpstream, loadDescription, renderReport } from '@connectory/api-description';
import type { Connector } from '@connectory/connector-sdk';
import { describeConnector } from '@connectory/connector-sdk/engine';
import { createEgressGuard, createUpstreamClient, type UpstreamConnection } from '@connectory/upstream';
import type { ConformanceCheck } from '../conformance-check.ts';
import { declaredActions } from '../declared-actions.ts';
import { Finding } from '../finding.ts';
import { completeSettings } from '../suite-settings.ts';
import type { TestConnectorOptions, VendorDescription } from '../test-connector-options.ts';

/** Every request the connector can send is held against the vendor's own description, where one is given. */
export function descriptionChecks(connector: Connector, options: TestConnectorOptions): readonly ConformanceCheck[] {
  const { description, deviations = [] } = options;
  if (description === undefined) return [];
  const files = typeof description === 'string' ? [{ file: description }] : description;
  return [
    {
      group: "the vendor's description",
      name: `every request is one that ${files.map(({ file }) => file).join(' or ')} describes`,
      run: async () => {
        const report = await checkUpstream({
          manifest: describeConnector(connector),
          descriptions: await Promise.all(files.map(load)),
          dryRun: previewsOf(connector, completeSettings(connector, options.settings ?? {})),
          deviations: { [connector.id]: deviations },
        });
        if (!report.passed) throw new Finding(renderReport([report]));
      },
    },
  ];
}

async function load({ file, openQuery = false, endpoint }: VendorDescription) {
  const text = await readFile(file, 'utf8');
  return loadDescription({ name: file, text, openQuery, ...(endpoint !== undefined && { endpoint }) });
}

/** The requests a connector sends to the vendor itself, as its gateway would print them. */
function previewsOf(connector: Connector, settings: Readonly<Record<string, unknown>>) {
  const client = createUpstreamClient({ guard: createEgressGuard() });
  const connection: UpstreamConnection = {
    id: 'testkit',
    connector,
    settings,
    authentication: Object.keys(connector.upstream.authentication)[0] ?? '',
    credentials: {},
    tokens: {
      exclusively: (work) => work(),
      read: async () => ({}),
      save: async () => {},
      reauthorizationRequired: async () => {},
    },
  };
  const actions = declaredActions(connector);
  return async (entityName: string, actionName: string, params: Readonly<Record<string, unknown>>) => {
    const declared = actions.find(({ entity, name }) => entity.name === entityName && name === actionName);
    if (declared === undefined) throw new TypeError(`${connector.id} has no ${entityName} ${actionName}`);
    const { name, action } = declared;
    return client.preview({ connection, name, action, params: action.params.parse(params) });
  };
}
