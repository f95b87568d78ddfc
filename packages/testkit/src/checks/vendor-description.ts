import { readFile } from 'node:fs/promises';
import { loadDescription, type Part, renderReport, type UpstreamReport } from '@connectory/api-description';
import type { Connector } from '@connectory/connector-sdk';
import type { ConformanceCheck } from '../conformance-check.ts';
import { Finding, require } from '../finding.ts';
import type { TestConnectorOptions, VendorDescription } from '../test-connector-options.ts';
import { checkConnector } from '../vendor/check-connector.ts';

/** Requests, declared records and simulated responses are compared with the vendor's own description, if there is one. */
export function descriptionChecks(connector: Connector, options: TestConnectorOptions): readonly ConformanceCheck[] {
  const { description, deviations = [] } = options;
  if (description === undefined) return [];
  const files = typeof description === 'string' ? [{ file: description }] : description;
  const names = files.map(({ file }) => file).join(' or ');
  let running: Promise<UpstreamReport> | undefined;
  const report = () => {
    running ??= Promise.all(files.map(load)).then((descriptions) =>
      checkConnector(connector, { ...options, descriptions, deviations }),
    );
    return running;
  };
  const rule = (name: string, part: Part): ConformanceCheck => ({
    group: "the vendor's description",
    name,
    run: async () => {
      const { findings, ...rest } = await report();
      const own = findings.filter((finding) => finding.part === part);
      if (own.length > 0) throw new Finding(renderReport([{ ...rest, findings: own, known: [], stale: [] }]));
    },
  });
  return [
    rule(`every request is one that ${names} describes`, 'request'),
    rule(`every record declares what ${names} says is answered`, 'record'),
    rule(`every simulated answer is one that ${names} describes`, 'simulated'),
    {
      group: "the vendor's description",
      name: 'every known deviation still occurs',
      run: async () => {
        const { stale, ...rest } = await report();
        require(stale.length === 0, () => renderReport([{ ...rest, stale, findings: [], known: [], notes: [] }]));
      },
    },
  ];
}

async function load({ file, openQuery = false, endpoint }: VendorDescription) {
  const text = await readFile(file, 'utf8');
  return loadDescription({ name: file, text, openQuery, ...(endpoint !== undefined && { endpoint }) });
}
