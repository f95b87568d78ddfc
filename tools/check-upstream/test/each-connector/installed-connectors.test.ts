import { existsSync } from 'node:fs';
import { builtInConnectors } from '@connectory/gateway/built-in-connectors';
import { builtInSandboxes } from '@connectory/gateway/built-in-sandboxes';
import { describe, expect, it } from 'vitest';
import { checkInstalled, descriptionsFolder } from '../../src/command-line.ts';
import { renderReport } from '../../src/report.ts';

const isThere = existsSync(descriptionsFolder);
if (!isThere) console.log("skipped: the vendors' descriptions are not in ../shared/upstream");

describe.skipIf(!isThere)('each built-in connector', () => {
  it.each(builtInConnectors.map((connector) => [connector.id, connector] as const))(
    '%s sends, declares and simulates what its vendor describes',
    async (_id, connector) => {
      const outcome = await checkInstalled(
        connector,
        builtInSandboxes.find((one) => one.connector === connector),
        descriptionsFolder,
      );
      if ('undescribed' in outcome) return expect(outcome.undescribed).not.toBe('');
      expect(outcome.passed, renderReport([outcome]).slice(0, 5000)).toBe(true);
    },
  );
});
