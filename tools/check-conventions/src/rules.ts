import type { Rule } from './rule.ts';
import { builtInConnectors } from './rules/built-in-connectors.ts';
import { cachedSources } from './rules/cached-sources.ts';
import { connectorImports } from './rules/connector-imports.ts';
import { connectorLayout } from './rules/connector-layout.ts';
import { connectorNames } from './rules/connector-names.ts';
import { fileLength } from './rules/file-length.ts';
import { forbiddenNames } from './rules/forbidden-names.ts';
import { fullWordNames } from './rules/full-word-names.ts';
import { globalFetch } from './rules/global-fetch.ts';
import { kebabCaseNames } from './rules/kebab-case-names.ts';
import { libraryOwners } from './rules/library-owners.ts';
import { machinePaths } from './rules/machine-paths.ts';
import { namedExports } from './rules/named-exports.ts';
import { packageLayout } from './rules/package-layout.ts';
import { packageRootExports } from './rules/package-root-exports.ts';
import { packageScripts } from './rules/package-scripts.ts';
import { rawAny } from './rules/raw-any.ts';
import { repeatedFiles } from './rules/repeated-files.ts';
import { sdkDependencies } from './rules/sdk-dependencies.ts';
import { testTimeLimits } from './rules/test-time-limits.ts';
import { workspaceImports } from './rules/workspace-imports.ts';

/** All conventions, in the order of the report. */
export const rules: readonly Rule[] = [
  builtInConnectors,
  cachedSources,
  connectorImports,
  connectorLayout,
  connectorNames,
  fileLength,
  forbiddenNames,
  fullWordNames,
  globalFetch,
  kebabCaseNames,
  libraryOwners,
  machinePaths,
  namedExports,
  packageLayout,
  packageRootExports,
  packageScripts,
  rawAny,
  repeatedFiles,
  sdkDependencies,
  testTimeLimits,
  workspaceImports,
];
