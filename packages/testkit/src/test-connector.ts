import type { Connector } from '@connectory/connector-sdk';
import { requireSoundConnector } from '@connectory/core';
import type { ConnectorSandbox } from '@connectory/sandbox';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { actionChecks, pagingChecks } from './checks/actions.ts';
import { eventChecks, eventRegistrationChecks } from './checks/events.ts';
import { failureChecks, retryChecks } from './checks/failures.ts';
import { manifestChecks } from './checks/manifest.ts';
import { ownFieldChecks } from './checks/own-fields.ts';
import { reshapingChecks } from './checks/reshaping.ts';
import { searchChecks } from './checks/search-and-sync.ts';
import { secretChecks } from './checks/secrets.ts';
import { unrulyChecks } from './checks/unruly-vendors.ts';
import { type ConformanceCheck, checkGroups, Finding } from './conformance-check.ts';
import { TestGateway } from './test-gateway.ts';

/** What the suite cannot know about a connector; everything has a default. */
export interface TestConnectorOptions {
  /** The simulated vendor; by default, it follows from the declaration alone, and sends no events. */
  readonly sandbox?: ConnectorSandbox;
  /** Settings of the suite's connection, in addition to `base_url`. Required strings are generated if omitted. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Parameters by `entity.action`, in the place of those the sandbox finds something by. */
  readonly params?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Entities whose sync plan reads only some of the vendor's records on purpose, each with the reason. */
  readonly partialCopies?: Readonly<Record<string, string>>;
}

const checkTimeout = 300_000;

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
      const isRunning = group !== 'manifest';
      describe.skipIf(own.length === 0)(group, () => {
        let gateway: TestGateway | undefined;
        beforeAll(async () => {
          // Lists of every way of paging are to have several pages.
          const upstream = group === 'unruly vendors' ? { pageSize: 2 } : {};
          if (isRunning) gateway = await TestGateway.open(connector, options, upstream);
        }, checkTimeout);
        afterAll(() => gateway?.stop(), checkTimeout);
        for (const check of own) it(check.name, { timeout: checkTimeout }, () => check.run(gateway as TestGateway));
      });
    }
  });
}

/** All checks of a connector; if a gateway cannot load it, a single check that reports why. */
export function conformanceChecks(connector: Connector, options: TestConnectorOptions): readonly ConformanceCheck[] {
  const refusal = refusalOf(connector);
  const loads: ConformanceCheck = {
    group: 'manifest',
    name: 'is accepted by a gateway',
    run: () => {
      if (refusal !== undefined) throw new Finding(refusal);
    },
  };
  if (refusal !== undefined) return [loads];
  return [
    loads,
    ...manifestChecks(connector, options),
    ...actionChecks(connector),
    ...reshapingChecks(connector),
    ...pagingChecks(connector),
    ...retryChecks(connector),
    ...failureChecks(connector),
    ...secretChecks(connector),
    ...searchChecks(connector, options),
    ...ownFieldChecks(connector),
    ...eventChecks(connector, options),
    ...eventRegistrationChecks(connector),
    ...unrulyChecks(connector),
  ];
}

function refusalOf(connector: Connector): string | undefined {
  try {
    requireSoundConnector(connector);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
