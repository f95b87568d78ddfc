import { describeConnector } from '@connectory/connector-sdk/engine';
import { fixtureConnectors } from '@connectory/test-support/fixture-connectors';
import { fixtureSandboxes } from '@connectory/test-support/fixture-sandboxes';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectorPages } from './connector-pages.ts';
import { takeExamples } from './demo-examples/index.ts';
import { Examples } from './examples.ts';
import type { Page } from './repository-pages.ts';

const readme =
  '# Connector\n\nConnects a system: what it has.\n\n## Common tasks\n\n### Find something\n\nAsk.\n\n## Good to know\n\nNothing.\n';
let pages: ReadonlyMap<string, readonly Page[]>;

beforeAll(async () => {
  const taken = await takeExamples(fixtureConnectors, { sandboxes: fixtureSandboxes });
  pages = new Map(
    fixtureConnectors.map((connector) => {
      const examples = new Examples(connector.id, taken.get(connector.id) ?? {});
      return [connector.id, connectorPages(connector, readme, examples)];
    }),
  );
});

// What comes with the gateway is in the site; whoever writes a plugin makes the same pages of it.
describe.each(fixtureConnectors.map((connector) => [connector.id, connector] as const))(
  'the pages of %s, which is not built in',
  (id, connector) => {
    const { entities, auth } = describeConnector(connector);
    const textOf = (name: string) => pages.get(id)?.find(({ path }) => path === `connectors/${id}/${name}`)?.text ?? '';

    it('are an overview and one per entity', () => {
      expect(pages.get(id)?.map(({ path }) => path)).toEqual(
        ['index', ...entities.map(({ name }) => name)].map((name) => `connectors/${id}/${name}`),
      );
      const overview = textOf('index');
      const headings = Array.from(overview.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
      expect(headings).toEqual(['Common tasks', 'At a glance', 'Entities and actions', 'Connecting', 'Good to know']);
      for (const { name, actions } of entities)
        for (const { action } of actions) expect(overview).toContain(`href="./${name}#${action}"`);
      for (const { name, fields } of auth)
        for (const field of fields) expect(overview).toContain(`id="credential.${name}.${field.name}"`);
    });

    it.each(entities.map((entity) => [entity.name, entity] as const))(
      'show every action of %s in four languages, with parameters and fields',
      (name, { actions, record }) => {
        const text = textOf(name);
        expect(text.match(/<div class="code-(?:curl|typescript|python|cli)">/g)).toHaveLength(4 * (actions.length + 1));
        for (const { action, params } of actions) {
          expect(text).toContain(`## ${action} {#${action}}`);
          expect(text).toContain(`connectory run ${id} ${name} ${action}`);
          for (const parameter of Object.keys(params.properties ?? {}))
            expect(text).toContain(`<li id="${action}.${parameter}">`);
        }
        for (const field of Object.keys(record.properties ?? {})) expect(text).toContain(`<li id="record.${field}">`);
      },
    );
  },
);
