import type { Page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { alerts } from '../src/entities/alerts.ts';
import { catalogTypes } from '../src/entities/catalog-types.ts';
import { escalations } from '../src/entities/escalations.ts';
import { incidentRoles } from '../src/entities/incident-roles.ts';
import { incidents } from '../src/entities/incidents.ts';
import { severities } from '../src/entities/severities.ts';
import { teams } from '../src/entities/teams.ts';

describe('requests', () => {
  it('go to the newest version of each resource', () => {
    const paths = [incidentRoles, catalogTypes, teams, severities].map(
      ({ actions: { get } }) => get.request(get.params.parse({ id: '01JQ' })).path,
    );
    expect(paths).toEqual([
      '/v2/incident_roles/01JQ',
      '/v3/catalog_types/01JQ',
      '/v3/teams/01JQ',
      '/v1/severities/01JQ',
    ]);
  });

  it('always say how many alerts they want, without which incident.io refuses the call', () => {
    const { list } = alerts.actions;
    expect(list.request(list.params.parse({})).query).toEqual({ page_size: 25 });
  });
});

it.each([
  [incidents, 'updated_at[gte]'],
  [escalations, 'updated_at[gte]'],
  [alerts, 'created_at[gte]'],
])('only later passes over $name ask for what is new, by its day', ({ actions: { list }, sync }, param) => {
  const day = { [param]: '2026-11-01' };
  expect(sync?.cursor).toMatchObject({ param, writes: 'date' });
  expect(list.request({ page_size: 50, ...day }).query).toEqual({ page_size: 50, ...day });
  expect(list.params.safeParse(day).success).toBe(false);
});

it.each([
  [incidents.actions.list, 250],
  [alerts.actions.list, 50],
])('refuses pages larger than incident.io has: %#', ({ params }, max) => {
  const accepts = (page_size: number) => params.safeParse({ page_size }).success;
  expect([0, 1, max, max + 1].map(accepts)).toEqual([false, true, true, false]);
});

describe('the list of severities', () => {
  it('has no further page', () => {
    const pageWith: Page = {
      params: {},
      count: 5,
      value: () => 'cursor',
      first: () => undefined,
      last: () => undefined,
      header: () => undefined,
    };
    const { paging, meta } = severities.actions.list;
    expect(paging).toBeNull();
    expect(meta.next_cursor?.read(pageWith)).toBeNull();
  });
});
