import type { ConnectorDraft } from '../connector-draft.ts';
import type { ConnectorNames } from '../names.ts';
import { connectorSources, exported, fileName } from './connector-sources.ts';
import { zodRange } from './package-json.ts';

/** The files of a connector in the repository by their paths, like those of its other connectors. */
export function builtInFiles(names: ConnectorNames, draft: ConnectorDraft): Readonly<Record<string, string>> {
  return {
    'package.json': packageJson(names),
    'tsconfig.json': tsconfig,
    'README.md': readme(names),
    ...connectorSources(names, draft, true),
    'sandbox/index.ts': sandboxSource(names, draft),
    ...(draft.description !== undefined && { 'check-upstream.json': checkUpstream(names, draft.description) }),
  };
}

const tsconfig = `{
  "extends": "../../tsconfig.base.json",
  "include": ["src", "sandbox", "test"]
}
`;

function packageJson({ packageName, id, vendor }: ConnectorNames): string {
  const sdk = { '@connectory/connector-sdk': 'workspace:^' };
  const sandbox = { '@connectory/sandbox': 'workspace:^' };
  const manifest = {
    name: packageName,
    version: '0.1.0',
    description: `Connectory connector for ${id.split('-').join(' ')} (${vendor}).`,
    keywords: ['connectory-connector'],
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': './src/index.ts', './sandbox': './sandbox/index.ts' },
    publishConfig: {
      access: 'public',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './sandbox': { types: './dist/sandbox.d.ts', default: './dist/sandbox.js' },
      },
    },
    files: ['dist', 'README.md'],
    engines: { node: '>=22.19' },
    scripts: {
      build: 'tsdown --config ../../tsdown.config.ts',
    },
    peerDependencies: { ...sdk, ...sandbox, zod: zodRange },
    peerDependenciesMeta: { '@connectory/sandbox': { optional: true } },
    devDependencies: { ...sdk, ...sandbox, '@connectory/testkit': 'workspace:^', zod: 'catalog:' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const sandboxSource = (
  names: ConnectorNames,
  draft: ConnectorDraft,
) => `import { type ConnectorSandbox, defineSandbox, simulate } from '@connectory/sandbox';
${draft.entities.map(({ constant, name }) => `import { ${constant} } from '../src/entities/${fileName(name)}.ts';`).join('\n')}
import { ${exported(names, draft)} } from '../src/index.ts';

/** The simulated vendor. Give each entity a \`sample\` with realistic values; what it leaves out is generated from the record. */
export const sandbox: ConnectorSandbox = defineSandbox(${exported(names, draft)}, {
  entities: [${draft.entities.map(({ constant }) => `simulate(${constant}, {})`).join(', ')}],
});
`;

// The description itself is not part of the repository.
const checkUpstream = ({ id }: ConnectorNames, file: string) =>
  `${JSON.stringify({ reason: "The vendor's own; it lists every query parameter", descriptions: [{ file: `${id}/${file}`, query: 'closed' }], deviations: [] }, null, 2)}\n`;

// The variable's name in the file that the demo writes.
const connectionVariable = (id: string) => `${id.replaceAll('-', '_').toUpperCase()}_CONNECTION`;

const readme = ({ packageName, id, vendor }: ConnectorNames) => `# ${packageName}

Connects ${vendor}: (what it covers, in one sentence).

## Common tasks

With the demo running (\`npm start\`), run this in the same folder. For your own account, replace \`$${connectionVariable(id)}\` with the ID of
its connection.

\`\`\`console
$ . .connectory-demo/env
$ execute() { curl -s "$CONNECTORY_URL/api/v1/integrations/connectors/$${connectionVariable(id)}/execute" \\
    -H "Authorization: Bearer $CONNECTORY_TOKEN" -H 'Content-Type: application/json' -d "$1"; }
\`\`\`

### (A common task. Three of them: a search, a live read, and a write with \`dry_run\` if there is one)

\`\`\`console
$ execute '{"entity":"items","action":"context_store_search","params":{"query":{"filter":{}},"limit":2,"fields":["id"]}}'
\`\`\`

## Get credentials

1. (Where to sign in, what to click, which scopes it needs and why, step by step.)
2. (Which value goes into which credential field.)

## Settings

There are none except those of every connection: \`base_url\` (another origin, such as a proxy) and \`api_version\`.

## Good to know

(What surprises people who know ${vendor}: the pinned version and what its records lack, limits, units, odd fields.)

## Search and sync

(Which entities are searchable, which settings and permissions their copies need, what an incremental pass finds and what only a full pass does.)

## Requests of passes

A copy with 1,000 or 100,000 records of every entity takes at most this many requests, if every record has one child, the entries of settings hold
all records, and a page without a declared size has 100. Before the later pass, 1 % has changed; once a day a pass is a first one again
([sync](../../spec/sync.md#requests)).

<!-- This table is written by "npm run spec:write". -->
<!-- End of the table of requests. -->
`;
