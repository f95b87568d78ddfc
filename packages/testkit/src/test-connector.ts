import type { Connector } from '@connectory/connector-sdk';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { checkGroups } from './conformance-check.ts';
import { conformanceChecks } from './conformance-checks.ts';
import type { TestConnectorOptions } from './test-connector-options.ts';
import { TestGateway } from './test-gateway.ts';

const longestCheck = 300_000;

/**
 * Registers the conformance suite of a connector with vitest: call it at the top level of a test file. Each failure suggests a change of
 * the connector. The simulated vendor is on 127.0.0.1; nothing else is called.
 */
export function testConnector(connector: Connector, options: TestConnectorOptions = {}): void {
  const checks = conformanceChecks(connector, options);
  describe(`connector ${connector.id}`, () => {
    for (const group of checkGroups) {
      const own = checks.filter((check) => check.group === group);
      // Rules about declarations need nothing that runs.
      const isRunning = group !== 'manifest' && group !== "the vendor's description";
      describe.skipIf(own.length === 0)(group, () => {
        let gateway: TestGateway | undefined;
        beforeAll(async () => {
          if (isRunning) gateway = await TestGateway.open(connector, options);
        }, longestCheck);
        afterAll(() => gateway?.stop(), longestCheck);
        for (const check of own) it(check.name, { timeout: longestCheck }, () => check.run(gateway as TestGateway));
      });
    }
  });
}
