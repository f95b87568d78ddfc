import type { Project } from '../project.ts';
import type { Finding, Rule } from '../rule.ts';

const list = 'apps/gateway/package.json';
const prefix = '@connectory/connector-';

/** The folders of connectors/ are the built-in connectors: each is named after its id, and the gateway depends on each. */
export const builtInConnectors: Rule = {
  name: 'built-in-connectors',
  advice: `The dependencies of ${list} are the one list of built-in connectors. After a change of it, run \`npx pnpm install\`.`,
  check: (project) => [...foldersWithoutPackage(project), ...unlisted(project), ...listedForNothing(project)],
};

const connectorsOf = ({ packages }: Project) => packages.filter(({ folder }) => folder.startsWith('connectors/'));

function foldersWithoutPackage(project: Project): readonly Finding[] {
  const known = new Set(connectorsOf(project).map(({ folder }) => folder));
  const present = project.files.flatMap(({ path }) => /^connectors\/[^/]+(?=\/)/.exec(path) ?? []);
  return [...new Set(present)]
    .filter((folder) => !known.has(folder))
    .map((path) => ({
      path,
      problem: 'it has no package.json; make a connector with `npm run create-connector -- --built-in <id>`',
    }));
}

function unlisted(project: Project): readonly Finding[] {
  const listed = listedNames(project);
  return connectorsOf(project).flatMap(({ folder, name }) => {
    const path = `${folder}/package.json`;
    const wanted = `${prefix}${folder.slice('connectors/'.length)}`;
    if (name !== wanted) return [{ path, problem: `its name is ${name}; call it ${wanted}, after its folder` }];
    return listed.includes(name)
      ? []
      : [{ path, problem: `no gateway would have it; add "${name}": "workspace:^" to the dependencies of ${list}` }];
  });
}

function listedForNothing(project: Project): readonly Finding[] {
  const present = connectorsOf(project).map(({ name }) => name);
  return listedNames(project)
    .filter((name) => !present.includes(name))
    .map((name) => ({
      path: list,
      problem: `it depends on ${name}, which is not in connectors/; add its folder, or take it out of the dependencies`,
    }));
}

function listedNames({ packages }: Project): readonly string[] {
  const gateway = packages.find(({ folder }) => `${folder}/package.json` === list);
  return Object.keys(gateway?.manifest.dependencies ?? {}).filter(
    (name) => name.startsWith(prefix) && name !== '@connectory/connector-sdk',
  );
}
