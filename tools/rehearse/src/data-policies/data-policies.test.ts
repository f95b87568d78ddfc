import { expect, it } from 'vitest';
import { holds, renderVerdict } from '../verdict.ts';
import { rehearseDataPolicies } from './data-policies.ts';

it('no way into a gateway shows what a policy hides', async () => {
  const verdict = await rehearseDataPolicies({ times: 300, seed: 20_261_130 }, () => {});
  expect(holds(verdict), renderVerdict(verdict)).toBe(true);
});
