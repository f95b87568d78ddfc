import type { Connector } from '@connectory/connector-sdk';
import * as fc from 'fast-check';
import { brokenRequests } from './broken-requests.ts';
import { extremeCalls } from './extreme-calls.ts';
import type { HostileRequest, Target } from './hostile-request.ts';

/** All kinds of hostile requests that an HTTP client can send. */
export const hostileRequests = (target: Target, connectors: readonly Connector[]): fc.Arbitrary<HostileRequest> =>
  fc.oneof(
    { weight: 55, arbitrary: extremeCalls(target, connectors) },
    { weight: 45, arbitrary: brokenRequests(target, connectors) },
  );
