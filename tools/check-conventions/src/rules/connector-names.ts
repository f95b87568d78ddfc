import ts from 'typescript';
import { isTest, type Project, type ProjectFile, type ProjectPackage } from '../project.ts';
import type { Finding, Rule } from '../rule.ts';
import { collect, importsOf, lineOf, packageNameOf, sourceFiles } from '../source.ts';
import { connectorNameExceptions, testExamples } from './connector-name-exceptions.ts';

const prefix = '@connectory/connector-';

/**
 * Engine, tools and shared tests are independent of connectors: a connector is named in its own folder and in the single list of built-in
 * connectors.
 */
export const connectorNames: Rule = {
  name: 'connector-names',
  advice:
    "Derive it from the connectors' declarations, or let the connector say it in its folder. Exceptions stand in connector-name-exceptions.ts.",
  check: (project) => {
    const ids = knownIds(project);
    const found = [
      ...sourceFiles(project)
        .filter(({ path }) => /^(?:packages|apps|tools)\//.test(path))
        .flatMap((file) => [...importsIn(file), ...literalsIn(file, ids)]),
      ...project.packages
        .filter(({ folder }) => !folder.startsWith('connectors/') && folder !== 'apps/gateway')
        .flatMap(dependenciesOf),
    ];
    const isExcepted = ({ path }: Finding) =>
      connectorNameExceptions.some((exception) => isWithin(path, exception.path));
    return [...found.filter((finding) => !isExcepted(finding)), ...unusedExceptions(project, found)];
  },
};

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
const isConnector = (name: string) => name.startsWith(prefix) && name !== '@connectory/connector-sdk';

/** The ids of the existing connectors, and of those in the contract. */
function knownIds({ files, packages }: Project): ReadonlySet<string> {
  const contract = files.find(({ path }) => path === 'spec/contract.json');
  const promised = contract === undefined ? {} : (JSON.parse(contract.text) as { connectors: object }).connectors;
  const folders = packages.flatMap(({ folder }) => /^connectors\/(.+)$/.exec(folder)?.[1] ?? []);
  return new Set([...folders, ...Object.keys(promised)]);
}

function importsIn(file: ProjectFile): readonly Finding[] {
  return importsOf(file)
    .filter(({ specifier }) => isConnector(packageNameOf(specifier) ?? ''))
    .map(({ specifier, line }) => ({ path: file.path, line, problem: `it imports ${specifier}` }));
}

function literalsIn(file: ProjectFile, ids: ReadonlySet<string>): readonly Finding[] {
  const isExample = (node: ts.StringLiteralLike) =>
    isTest(file.path) && testExamples.includes(node.text) && !isTableKey(node);
  return collect(file, (node) =>
    ts.isStringLiteralLike(node) && ids.has(node.text) && !isExample(node)
      ? { path: file.path, line: lineOf(node), problem: `it names the connector '${node.text}'` }
      : undefined,
  );
}

// A row of a table by connector is not an example: the next connector would need one too.
const isTableKey = (node: ts.Node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

function dependenciesOf({ folder, manifest }: ProjectPackage): readonly Finding[] {
  const { dependencies = {}, devDependencies = {} } = manifest as Readonly<Record<string, object>>;
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter(isConnector)
    .map((name) => ({ path: `${folder}/package.json`, problem: `it depends on ${name}` }));
}

function unusedExceptions({ files }: Project, found: readonly Finding[]): readonly Finding[] {
  const isThere = (place: string) => files.some(({ path }) => isWithin(path, place));
  return connectorNameExceptions
    .filter(({ path: place }) => isThere(place) && !found.some(({ path }) => isWithin(path, place)))
    .map(({ path }) => ({ path, problem: 'it names no connector any more, but stands among the exceptions' }));
}
