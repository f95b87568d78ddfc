import type { Project, ProjectPackage } from '../project.ts';
import type { Finding, Rule } from '../rule.ts';

const configuration =
  /(?:^|\/)(?:[^/]+\.config\.[cm]?[jt]s|biome\.jsonc?|knip\.json|turbo\.json|vitest\.workspace\.ts|tsconfig\.[^/]+\.json|\.npmrc)$/;

/** A package has its own package.json, tsconfig.json and sources; building and testing are configured at the root. */
export const packageLayout: Rule = {
  name: 'package-layout',
  advice: 'Configure it once, at the root, for every package.',
  check: (project) =>
    project.packages.flatMap((folder) => [...configurationOf(project, folder), ...missing(project, folder)]),
};

function configurationOf({ files }: Project, { folder }: ProjectPackage): readonly Finding[] {
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`) && configuration.test(path))
    .map(({ path }) => ({ path, problem: 'a package has no build or test configuration of its own' }));
}

function missing({ files }: Project, { folder }: ProjectPackage): readonly Finding[] {
  const path = `${folder}/tsconfig.json`;
  const file = files.find((candidate) => candidate.path === path);
  if (file !== undefined && file.text.trim().split('\n').length <= 5) return [];
  return [{ path, problem: 'it is missing or says more than which base it extends and what it includes' }];
}
