import type { ConnectorDraft } from '../connector-draft.ts';
import type { ConnectorNames } from '../names.ts';
import type { PackageSources } from '../package-sources.ts';
import { connectorSources } from './connector-sources.ts';
import { packageJson } from './package-json.ts';
import { readme } from './readme.ts';

/** The files of a connector package by their paths. */
export function connectorFiles(
  names: ConnectorNames,
  draft: ConnectorDraft,
  sources: PackageSources,
): Readonly<Record<string, string>> {
  return {
    'package.json': packageJson(names, sources),
    'tsconfig.json': tsconfig,
    '.gitignore': 'node_modules\ndist\n/*.tgz\n',
    'README.md': readme(names, draft, sources),
    ...connectorSources(names, draft, false),
  };
}

const tsconfig = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      moduleDetection: 'force',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    include: ['src', 'test'],
  },
  null,
  2,
)}\n`;
