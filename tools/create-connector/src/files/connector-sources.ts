import { type ConnectorDraft, checkedEntity } from '../connector-draft.ts';
import type { ConnectorNames } from '../names.ts';
import { quoted } from '../source-text.ts';

/** The TypeScript files of a connector by their paths, the same wherever it lies. */
export function connectorSources(names: ConnectorNames, draft: ConnectorDraft): Readonly<Record<string, string>> {
  const entities = draft.entities.map(({ name, source }) => [`src/entities/${fileName(name)}.ts`, source] as const);
  return {
    'src/index.ts': indexSource(names, draft),
    'src/adapter.ts': draft.adapter,
    ...Object.fromEntries(entities),
    'test/conformance.test.ts': testSource(names, draft),
  };
}

const fileName = (entity: string) => entity.replaceAll('_', '-');

function indexSource({ id, vendor, constant }: ConnectorNames, { kind, entities }: ConnectorDraft): string {
  const checked = checkedEntity(entities);
  const { action, params } = checked?.check ?? { action: 'list', params: '{}' };
  return `import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
${entities.map((entity) => `import { ${entity.constant} } from './entities/${fileName(entity.name)}.ts';`).join('\n')}

/** ${vendor}. */
export const ${constant}: Connector = defineConnector({
  id: ${quoted(id)},
  kind: ${quoted(kind)},
  vendor: ${quoted(vendor)},
  version: packageJson.version,
  upstream,
  entities: [${entities.map((entity) => entity.constant).join(', ')}],
  // The read that proves a credential when a connection is made.
  check: { entity: ${quoted(checked?.name ?? '')}, action: ${quoted(action)}, params: ${params} },
});
`;
}

const testSource = (
  { constant }: ConnectorNames,
  { testOptions }: ConnectorDraft,
) => `import { testConnector } from '@connectory/testkit';
import { ${constant} } from '../src/index.ts';

testConnector(${constant}${testOptions === '' ? '' : `, ${testOptions}`});
`;
