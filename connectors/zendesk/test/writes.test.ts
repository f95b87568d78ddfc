import { simulatedCalls } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { sandbox } from '../sandbox/index.ts';
import { organizations } from '../src/entities/organizations.ts';
import { zendesk } from '../src/index.ts';

const open = () => simulatedCalls(zendesk, { sandbox });

it('sends the members of an organization in one object', () => {
  const { update } = organizations.actions;
  expect(update.request({ organization_id: 7, organization: { notes: 'Pays in advance' } })).toMatchObject({
    method: 'PUT',
    path: '/organizations/7',
    body: { value: { organization: { notes: 'Pays in advance' } } },
  });
});

it('creates an organization, changes it, and adds a user to it', async () => {
  const call = await open();
  const { id: organization_id } = await call('organizations create', { organization: { name: 'Alder Bakery' } });
  await call('organizations update', { organization_id, organization: { notes: 'Pays in advance' } });
  expect(await call('organizations get', { organization_id })).toMatchObject({
    name: 'Alder Bakery',
    notes: 'Pays in advance',
  });

  const [{ id: user_id }] = await call('users list');
  const membership = { user_id, organization_id };
  const { id } = await call('organization_memberships create', { organization_membership: membership });
  const all = () => call('organization_memberships list', { per_page: 100 });
  expect(await all()).toContainEqual(expect.objectContaining({ id, ...membership }));
  expect(await call('organization_memberships delete', { organization_membership_id: id })).toEqual({ id });
  expect(await all()).not.toContainEqual(expect.objectContaining({ id }));
});
