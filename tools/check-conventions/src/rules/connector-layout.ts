import type { Project, ProjectPackage } from '../project.ts';
import type { Finding, Rule } from '../rule.ts';

const required = ['README.md', 'src/index.ts', 'src/adapter.ts'];
const allowed =
  /^(?:package\.json|tsconfig\.json|README\.md|CHANGELOG\.md|check-contract\.json|check-upstream\.json|(?:src|test)\/.+)$/;

/** Every connector looks the same: README.md, src/index.ts, src/adapter.ts, and one file per entity in src/entities/. */
export const connectorLayout: Rule = {
  name: 'connector-layout',
  advice: 'A connector is README.md, src/index.ts, src/adapter.ts, src/entities/*.ts and test/.',
  check: (project) =>
    project.packages
      .filter(({ folder }) => folder.startsWith('connectors/'))
      .flatMap((connector) => findingsOf(project, connector)),
};

function findingsOf({ files }: Project, { folder }: ProjectPackage): readonly Finding[] {
  const own = files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path }) => path.slice(folder.length + 1));
  const missing = required
    .filter((path) => !own.includes(path))
    .map((path) => ({ path: `${folder}/${path}`, problem: 'it is missing' }));
  const entities = own.some((path) => /^src\/entities\/[^/]+\.ts$/.test(path))
    ? []
    : [{ path: `${folder}/src/entities`, problem: 'no entity stands there' }];
  const strangers = own
    .filter((path) => !allowed.test(path))
    .map((path) => ({ path: `${folder}/${path}`, problem: 'a connector has no such file' }));
  return [...missing, ...entities, ...strangers];
}
