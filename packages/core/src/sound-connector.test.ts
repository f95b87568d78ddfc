import { type Connector, page } from '@connectory/connector-sdk';
import { describe, expect, it } from 'vitest';
import { notebook } from '../test/test-vendor.ts';
import { requireSoundConnector } from './sound-connector.ts';

describe('requireSoundConnector', () => {
  it('accepts a connector', () => {
    expect(() => requireSoundConnector(notebook)).not.toThrow();
  });

  it('refuses a connector made for another contract, saying what to do', () => {
    const foreign = { ...notebook, contract: 2 } as unknown as Connector;
    expect(() => requireSoundConnector(foreign)).toThrow(
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
  ])('refuses one %s, naming the place', (_about, changes, error) => {
    expect(() => requireSoundConnector({ ...notebook, ...changes } as Connector)).toThrow(error);
  });

  it('refuses a sync plan that cannot work', () => {
    const entities = notebook.entities.map((entity) => ({ ...entity, ...(entity.sync && { sync: { via: 'get' } }) }));
    expect(() => requireSoundConnector({ ...notebook, entities })).toThrow(/^connector notebook, notes sync: /);
  });
});
