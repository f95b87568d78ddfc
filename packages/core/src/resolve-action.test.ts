import type { Connection, Policy } from '@connectory/control-plane';
import { describe, expect, it } from 'vitest';
import { gatewayErrorIn } from '../test/gateway-errors.ts';
import { notebook } from '../test/test-vendor.ts';
import type { ContextCopy } from './hosted/context-copy.ts';
import { createRegistry } from './registry.ts';
import { resolveAction } from './resolve-action.ts';

const registered = createRegistry([notebook]).all()[0];
const connection = { name: 'my notebook' } as Connection;

function resolve(entity: string, action: string, policy: Policy = {}, copy?: ContextCopy) {
  if (registered === undefined) throw new Error('the registry is empty');
  return resolveAction(registered, connection, policy, { entity, action }, copy);
}
const refusal = (entity: string, action: string, policy?: Policy) =>
  gatewayErrorIn(() => resolve(entity, action, policy));

describe('resolveAction', () => {
  it('finds the action an envelope names', () => {
    const action = notebook.entities[0]?.actions.get;
    expect(resolve('notes', 'get')).toMatchObject({
      kind: 'direct',
      entity: { entity: { name: 'notes' } },
      name: 'get',
      action,
    });
  });

  it.each([
    ['note', 'notes'],
    ['Notes', 'notes'],
    ['peple', 'people'],
    ['warehouses', undefined],
    ['__proto__', undefined],
  ])('knows no entity %s, and names the nearest one', (entity, near) => {
    const error = refusal(entity, 'list');
    expect(error).toMatchObject({
      code: 'unknown_entity',
      status: 400,
      errors: [{ field: '/entity', error_code: 'unknown_name' }],
    });
    expect(error.errors[0]?.did_you_mean).toBe(near);
  });

  it.each([
    ['lists', 'list'],
    ['remove', undefined],
    ['update', undefined],
    ['toString', undefined],
  ])('knows no action %s, and lists the ones there are', (action, near) => {
    const error = refusal('notes', action);
    expect(error).toMatchObject({ code: 'action_not_available', status: 400 });
    expect(error.message).toContain('notes offers list, get, create, delete, download');
    expect(error.errors).toEqual([
      {
        field: '/action',
        message: 'must be one of list, get, create, delete, download',
        error_code: 'unknown_name',
        ...(near !== undefined && { did_you_mean: near }),
      },
    ]);
  });

  it('says that searching needs the hosted mode', () => {
    expect(refusal('notes', 'context_store_search')).toMatchObject({ code: 'hosted_mode_required', status: 409 });
    expect(refusal('nodes', 'context_store_search').code).toBe('unknown_entity');
    expect(refusal('people', 'context_store_search').code).toBe('action_not_available');
  });
});

describe('in hosted mode', () => {
  const search = 'context_store_search';
  const copy = {} as ContextCopy;
  const refusedHosted = (entity: string, action: string, policy: Policy = {}) =>
    gatewayErrorIn(() => resolve(entity, action, policy, copy));

  it('an entity with a copy can be searched, another one cannot', () => {
    expect(resolve('notes', search, {}, copy)).toEqual({
      kind: 'search',
      layout: registered?.entities.get('notes')?.copy,
      copy,
    });
    const error = refusedHosted('people', search);
    expect(error.code).toBe('action_not_available');
    expect(error.message).toContain('people offers list, create, not');
  });

  it('searching is offered among the actions, where the policy allows it', () => {
    const error = refusedHosted('notes', 'context_store_serch');
    expect(error.message).toContain('notes offers list, get, create, delete, download, context_store_search');
    expect(error.errors[0]?.did_you_mean).toBe(search);
    expect(refusedHosted('notes', 'serch', { actions: ['list'] }).message).not.toContain(search);
    expect(refusedHosted('nots', 'list', { actions: [search] }).errors[0]?.did_you_mean).toBe('notes');
    expect(refusedHosted('notes', search, { actions: ['list'] }).code).toBe('forbidden');
    expect(resolve('notes', search, { readOnly: true }, copy).kind).toBe('search');
  });
});

describe('a policy', () => {
  it.each<[Policy, string, string]>([
    [{ readOnly: true }, 'notes', 'create'],
    [{ effects: { deny: ['delete'] } }, 'notes', 'delete'],
    [{ effects: { allow: ['write'] } }, 'notes', 'get'],
    [{ entities: ['people'] }, 'notes', 'list'],
    [{ actions: ['get'] }, 'notes', 'list'],
    [{ connectors: ['stripe'] }, 'notes', 'list'],
    [{ connectors: [] }, 'people', 'list'],
  ])('%j forbids %s %s', (policy, entity, action) => {
    expect(refusal(entity, action, policy)).toMatchObject({ code: 'forbidden', status: 403 });
  });

  it.each([
    [{ readOnly: true }, 'notes', 'download'],
    [{ connectors: ['notebook'] }, 'notes', 'create'],
    [{ connectors: ['my notebook'], entities: ['notes'], actions: ['delete'] }, 'notes', 'delete'],
  ])('%j allows %s %s', (policy, entity, action) => {
    expect(resolve(entity, action, policy)).toMatchObject({ kind: 'direct', name: action });
  });

  it('suggests no entity it forbids', () => {
    expect(refusal('nots', 'list', { entities: ['people'] }).errors[0]).not.toHaveProperty('did_you_mean');
    expect(refusal('nots', 'list', { actions: ['update'] }).errors[0]).not.toHaveProperty('did_you_mean');
    expect(refusal('nots', 'list', { entities: ['notes'] }).errors[0]?.did_you_mean).toBe('notes');
  });

  it('lists and suggests no action it forbids', () => {
    const error = refusal('notes', 'creat', { readOnly: true });
    expect(error.message).toContain('notes offers list, get, download');
    expect(JSON.stringify([error.message, error.errors])).not.toMatch(/create|delete/);
  });

  it('that forbids every action leaves nothing to list', () => {
    const error = refusal('notes', 'creat', { actions: [] });
    expect(error.message).toContain('no action this token may use');
    expect(error.errors).toEqual([{ field: '/action', message: 'is not available', error_code: 'unknown_name' }]);
  });
});
