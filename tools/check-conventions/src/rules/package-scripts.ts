import type { Project, ProjectPackage } from '../project.ts';
import type { Rule } from '../rule.ts';

const everyConnector = 'test/every-connector/';
const eachConnector = 'test/each-connector/';
const testCommand = 'vitest run --config ../../vitest.config.ts';
const productCommand = 'vitest run --root ../..';
const buildCommand = 'tsdown --config ../../tsdown.config.ts';
// Applications that are built for browsers instead of as packages.
const ownBuild = 'src/build/main.ts';

/**
 * Turbo runs a task in the packages that have its script, and a package without the script would go unchecked. So each package has exactly
 * the scripts it needs.
 */
export const packageScripts: Rule = {
  name: 'package-scripts',
  advice: 'Turbo runs nothing else; what a script does is configured at the root.',
  check: (project) =>
    project.packages.flatMap((owner) => {
      const scripts = (owner.manifest.scripts ?? {}) as Readonly<Record<string, string>>;
      return Object.entries(wantedScripts(project, owner)).flatMap(([name, command]) =>
        scripts[name] === command
          ? []
          : [
              {
                path: `${owner.folder}/package.json`,
                problem:
                  command === undefined ? `it needs no script '${name}'` : `its script '${name}' must be '${command}'`,
              },
            ],
      );
    }),
};

function ownBuildOf({ files }: Project, folder: string): string | undefined {
  return files.some(({ path }) => path === `${folder}/${ownBuild}`) ? `node ${ownBuild}` : undefined;
}

function wantedScripts(project: Project, { folder, manifest }: ProjectPackage): Record<string, string | undefined> {
  const tests = project.files
    .filter(({ path }) => path.startsWith(`${folder}/`) && path.endsWith('.test.ts'))
    .map(({ path }) => path.slice(folder.length + 1));
  const every = tests.filter((path) => path.startsWith(everyConnector));
  const own = tests.filter((path) => !path.startsWith(everyConnector) && !path.startsWith(eachConnector));
  return {
    build: manifest.private === true ? ownBuildOf(project, folder) : buildCommand,
    test: own.length > 0 ? testCommand : undefined,
    'test-connectors': every.length > 0 ? testCommand : undefined,
    'test-in-product': folder.startsWith('connectors/') ? productCommand : undefined,
  };
}
