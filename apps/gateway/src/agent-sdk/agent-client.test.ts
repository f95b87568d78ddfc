import { expect, it } from 'vitest';
import { isAgentClient } from './agent-client.ts';

it.each([
  [true, { 'x-adp-agent-sdk': 'airbyte-agent-sdk' }],
  [true, { 'x-adp-agent-cli': '0.9.0' }],
  [true, { 'x-adp-agent-sdk': '' }],
  [true, { 'x-adp-agent-sdk': 'a, b', 'x-adp-agent-cli': '{"status":"success"}' }],
  [false, {}],
  [false, { 'user-agent': 'airbyte-agent/0.9.0', 'x-organization-id': 'one' }],
])('says %s of %o', (expected, headers) => {
  expect(isAgentClient({ headers })).toBe(expected);
});
