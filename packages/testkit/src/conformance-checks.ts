import type { Connector } from '@connectory/connector-sdk';
import { requireSoundConnector } from '@connectory/core';
import { actionChecks } from './checks/actions.ts';
import { eventRegistrationChecks } from './checks/event-registration.ts';
import { eventChecks } from './checks/events.ts';
import { failureChecks } from './checks/failures.ts';
import { manifestChecks } from './checks/manifest.ts';
import { pagingChecks } from './checks/paging.ts';
import { reshapingChecks } from './checks/reshaping.ts';
import { retryChecks } from './checks/retries.ts';
import { searchChecks } from './checks/search-and-sync.ts';
import { secretChecks } from './checks/secrets.ts';
import { descriptionChecks } from './checks/vendor-description.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { Finding } from './finding.ts';
import type { TestConnectorOptions } from './test-connector-options.ts';

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
    ...manifestChecks(connector),
    ...actionChecks(connector),
    ...reshapingChecks(connector),
    ...pagingChecks(connector),
    ...retryChecks(connector),
    ...failureChecks(connector),
    ...secretChecks(connector),
    ...searchChecks(connector, options),
    ...eventChecks(connector),
    ...eventRegistrationChecks(connector),
    ...descriptionChecks(connector, options),
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
