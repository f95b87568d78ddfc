import { type ConnectorDraft, checkedEntity } from '../connector-draft.ts';
import type { ConnectorNames } from '../names.ts';
import { quoted } from '../source-text.ts';
import { personalSource } from './personal-source.ts';

/** The TypeScript files of a connector by their paths. */
export function connectorSources(
  names: ConnectorNames,
  draft: ConnectorDraft,
  hasSandbox: boolean,
): Readonly<Record<string, string>> {
  const entities = draft.entities.map(({ name, source }) => [`src/entities/${fileName(name)}.ts`, source] as const);
  return {
    'src/index.ts': indexSource(names, draft),
    'src/adapter.ts': draft.adapter,
    'src/personal.ts': personalSource(draft.entities),
    ...Object.fromEntries(entities),
    'test/conformance.test.ts': testSource(exported(names, draft), hasSandbox),
  };
}

/** The name of an entity's file, without its ending. */
export const fileName = (entity: string) => entity.replaceAll('_', '-');

/** The constant of the connector; an entity may have the same name as its vendor. */
export const exported = ({ constant }: ConnectorNames, { entities }: ConnectorDraft) =>
  entities.some((entity) => entity.constant === constant) ? `${constant}Connector` : constant;

function indexSource(names: ConnectorNames, draft: ConnectorDraft): string {
  const { id, vendor } = names;
  const { kind, entities } = draft;
  const checked = checkedEntity(entities);
  const { action, params } = checked?.check ?? { action: 'list', params: '{}' };
  return `import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
${entities.map((entity) => `import { ${entity.constant} } from './entities/${fileName(entity.name)}.ts';`).join('\n')}
import { personal } from './personal.ts';

/** ${vendor}. */
export const ${exported(names, draft)}: Connector = defineConnector({
  id: ${quoted(id)},
  kind: ${quoted(kind)},
  vendor: ${quoted(vendor)},
  version: packageJson.version,
  upstream,
  entities: [${entities.map((entity) => entity.constant).join(', ')}],
  personal,
  // The read that checks a credential when a connection is created.
  check: { entity: ${quoted(checked?.name ?? '')}, action: ${quoted(action)}, params: ${params} },
});
`;
}

const testSource = (constant: string, hasSandbox: boolean) => `import { testConnector } from '@connectory/testkit';
${hasSandbox ? "import { sandbox } from '../sandbox/index.ts';\n" : ''}import { ${constant} } from '../src/index.ts';

testConnector(${constant}${hasSandbox ? ', { sandbox }' : ''});
`;
