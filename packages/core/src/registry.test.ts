import { type Connector, page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { notebook } from '../test/test-vendor.ts';
import { createRegistry } from './registry.ts';

describe('createRegistry', () => {
  it('finds connectors, entities and actions by name', () => {
    const registry = createRegistry([notebook, { ...notebook, id: 'other' }]);
    expect(registry.all().map(({ connector }) => connector.id)).toEqual(['notebook', 'other']);
    const registered = registry.get('notebook');
    expect([...(registered?.entities.keys() ?? [])]).toEqual(['notes', 'people']);
    const { actions } = registered?.entities.get('notes') ?? {};
    expect([...(actions?.keys() ?? [])]).toEqual(['list', 'get', 'create', 'delete', 'download']);
    expect(actions?.get('get')?.action).toBe(notebook.entities[0]?.actions.get);
    expect(registered?.manifest).toMatchObject({ id: 'notebook', vendor: 'Notebook', version: '1.2.3' });
  });

  it.each(['', 'Notebook', 'toString', '__proto__', 'constructor'])('knows no connector %j', (id) => {
    expect(createRegistry([notebook]).get(id)).toBeUndefined();
    expect(createRegistry([notebook]).get('notebook')?.entities.get(id)).toBeUndefined();
  });

  it('refuses a connector made for another contract, saying what to do', () => {
    const foreign = { ...notebook, contract: 2 } as unknown as Connector;
    expect(() => createRegistry([foreign])).toThrow(
      'connector notebook was made for contract 2; this gateway supports 1. Install a matching version.',
    );
  });

  it.each<[string, object, string]>([
    ['without entities', { entities: [] }, 'entities: '],
    ['with an id nobody can type', { id: 'Note Book' }, 'id: must be lower-case words joined by hyphens'],
    [
      'whose settings are no schema',
      { upstream: { ...notebook.upstream, settings: {} } },
      'upstream.settings: must be a zod object',
    ],
    [
      'whose check is gone',
      { check: { entity: 'pages', action: 'list', params: {} } },
      'check: pages has no action list',
    ],
    ['whose check writes', { check: { entity: 'notes', action: 'create', params: {} } }, 'check: create is no read'],
    ['with an entity twice', { entities: [...notebook.entities, ...notebook.entities] }, 'notes is declared twice'],
    [
      'with an action that is none',
      { entities: notebook.entities.map((entity) => ({ ...entity, actions: { list: { summary: 'List' } } })) },
      'entities.0.actions.list.params: must be a zod object',
    ],
    [
      'with a list that pages by nothing',
      {
        entities: notebook.entities.map((entity) => ({
          ...entity,
          actions: {
            ...entity.actions,
            list: { ...entity.actions.list, paging: page.offset({ param: 'skip', size: 'limit' }) },
          },
        })),
      },
      'notes list: pages by skip, which is not one of its parameters',
    ],
  ])('refuses one %s, naming the place', (_about, changes, fault) => {
    expect(() => createRegistry([{ ...notebook, ...changes } as Connector])).toThrow(fault);
  });

  it('knows what can be copied', () => {
    const entities = createRegistry([notebook]).get('notebook')?.entities;
    expect(entities?.get('notes')?.copy).toMatchObject({
      connector: 'notebook',
      entity: 'notes',
      fields: [{ name: 'id' }],
    });
    expect(entities?.get('people')?.copy).toBeNull();
  });

  it('refuses a sync plan that cannot work', () => {
    const entities = notebook.entities.map((entity) => ({ ...entity, ...(entity.sync && { sync: { via: 'get' } }) }));
    expect(() => createRegistry([{ ...notebook, entities }])).toThrow(/^connector notebook, notes sync: /);
  });

  it('refuses two connectors of one id', () => {
    expect(() => createRegistry([notebook, notebook])).toThrow(
      'two connectors have the id notebook. Remove one of them.',
    );
  });
});
