import { describeConnector } from '@connectory/connector-sdk/engine';
import { expect, it } from 'vitest';
import { responseShapeOf } from '../../src/airbyte-compat/response-shapes.ts';
import { builtInConnectors } from '../../src/built-in-connectors.ts';

const entities = builtInConnectors.map(describeConnector).flatMap(({ id, entities: own }) => {
  const { wholePages, absentForNull } = responseShapeOf(id);
  return [...wholePages, ...Object.keys(absentForNull)].map((name) => ({
    connector: id,
    entity: name,
    isWholePage: wholePages.includes(name),
    absent: absentForNull[name] ?? [],
    declared: own.find((one) => one.name === name),
  }));
});

it('there are some', () => {
  expect(entities.length).toBeGreaterThan(0);
});

it.each(entities)('$connector $entity has what is answered in another shape', ({ isWholePage, absent, declared }) => {
  const actions = declared?.actions.map(({ action }) => action) ?? [];
  expect(actions).toEqual(expect.arrayContaining(isWholePage ? ['api_search'] : ['context_store_search']));
  expect(declared?.search?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...absent]));
});
