import { describeConnector } from '@connectory/connector-sdk/engine';
import { expect, it } from 'vitest';
import { skillDocs } from '../../src/airbyte-compat/skill-docs.ts';
import { builtInConnectors } from '../../src/built-in-connectors.ts';

const manifests = builtInConnectors.map(describeConnector);

it.each(manifests)('gives an overview of $id with a section for every entity', (manifest) => {
  const docs = skillDocs('connector-source:1', manifest, ['look out'], undefined);
  expect(docs.section_id).toBeNull();
  expect(docs.metadata).toMatchObject({ id: 'connector-source:1', title: manifest.vendor, warnings: ['look out'] });
  expect(docs.outline.map(({ id }) => id)).toEqual(manifest.entities.map(({ name }) => name));
});

it.each(manifests)('describes every action, parameter and search field of $id', (manifest) => {
  for (const entity of manifest.entities) {
    const { section_id: section, content } = skillDocs('one', manifest, [], entity);
    expect(section).toBe(entity.name);
    const headings = content.flatMap((block) => (block.type === 'heading' ? [block.text] : []));
    const actions = entity.actions.map(({ action }) => action);
    expect(headings).toEqual(entity.search === null ? actions : [...actions, 'Search fields']);
    const cells = new Set(
      content.flatMap((block) => (block.type === 'table' ? block.rows.map(([first]) => first) : [])),
    );
    const parameters = entity.actions
      .filter(({ action }) => action !== 'context_store_search')
      .flatMap(({ params }) => Object.keys(params.properties ?? {}));
    const fields = entity.search?.fields.map(({ name }) => name) ?? [];
    expect([...parameters, ...fields].filter((name) => !cells.has(name))).toEqual([]);
  }
});
