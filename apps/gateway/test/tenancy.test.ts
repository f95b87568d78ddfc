import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { expect, it } from 'vitest';
import { operationsOf, requestsOf } from './documented-operations.ts';
import { startHostedGateway } from './hosted-gateway.ts';
import { describeTenancy } from './tenancy-suite.ts';

describeTenancy(fixtureConnectors, () => startHostedGateway({ recordsPerEntity: 5 }));

it('an operation with a placeholder that nobody knows, or without an example of its body, cannot be passed over', () => {
  const operation = { security: [], responses: {} };
  const [unknown] = operationsOf({ paths: { '/secrets/{id}': { get: operation } } });
  expect(() => unknown && requestsOf(unknown, { 'tokens/{id}': ['x'] }, [])).toThrow('secrets/{id}');
  const requestBody = { content: { 'application/json': { schema: {} } } };
  expect(() => operationsOf({ paths: { '/secrets': { post: { ...operation, requestBody } } } })).toThrow('example');
});
