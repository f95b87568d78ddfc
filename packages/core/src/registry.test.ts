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

  it('knows what can be copied', () => {
    const entities = createRegistry([notebook]).get('notebook')?.entities;
    expect(entities?.get('notes')?.copy).toMatchObject({
      connector: 'notebook',
      entity: 'notes',
      fields: [{ name: 'id' }],
    });
    expect(entities?.get('people')?.copy).toBeNull();
  });

  it('refuses two connectors of one id', () => {
    expect(() => createRegistry([notebook, notebook])).toThrow(
      'two connectors have the id notebook. Remove one of them.',
    );
  });
});
