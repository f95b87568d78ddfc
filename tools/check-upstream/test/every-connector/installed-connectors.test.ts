import { existsSync } from 'node:fs';
import type { UpstreamReport } from '@connectory/api-description';
import { builtInConnectors } from '@connectory/gateway';
import { describe, expect, it } from 'vitest';
import { checkInstalled } from '../../src/check-installed.ts';
import { descriptionsFolder, readUpstreamFacts } from '../../src/upstream-facts.ts';

const isPresent = existsSync(descriptionsFolder);
if (!isPresent) {
  console.warn("skipped: the vendors' descriptions are not in ../shared/upstream, so nothing can be held against them");
}

describe('every installed connector', () => {
  it.each(builtInConnectors)('$id says what it is held against, or why it is not', async ({ id }) => {
    await expect(readUpstreamFacts(id)).resolves.toHaveProperty('reason');
  });
});

const facts = await Promise.all(
  builtInConnectors.map(async (connector) => ({ connector, facts: await readUpstreamFacts(connector.id) })),
);
const described = facts.flatMap(({ connector, facts: { descriptions } }) =>
  descriptions.length > 0 ? [connector] : [],
);

describe.skipIf(!isPresent).each(described)("$id against its vendor's description", (connector) => {
  let running: Promise<UpstreamReport> | undefined;
  const report = () => {
    running ??= checkInstalled(connector, descriptionsFolder).then((outcome) => {
      if ('undescribed' in outcome) throw new Error(`${connector.id} is not held against anything`);
      return outcome;
    });
    return running;
  };
  const linesOf = ({ findings }: UpstreamReport, part: string) =>
    findings
      .filter((finding) => finding.part === part)
      .map(({ entity, action, kind, where }) => `${entity}.${action} ${kind} ${where}`);

  it.each(['request', 'record', 'simulated'])(
    'has no %s that nobody has explained',
    { timeout: 60_000 },
    async (part) => {
      expect(linesOf(await report(), part)).toEqual([]);
    },
  );

  it('has been compared, and explains nothing that does not occur', async () => {
    const { requests, records, simulated, stale } = await report();
    expect(Math.min(requests, records, simulated)).toBeGreaterThan(0);
    expect(stale).toEqual([]);
  });
});
