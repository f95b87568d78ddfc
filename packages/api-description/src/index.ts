export { type CheckUpstreamOptions, checkUpstream, type Finding, type UpstreamReport } from './check-upstream.ts';
export {
  type ApiDescription,
  DescriptionError,
  type ObservedRequest,
  type Verdict,
} from './description/api-description.ts';
export { combineDescriptions } from './description/combine-descriptions.ts';
export { type Deviation, type DeviationKind, deviationKinds, type ValueFault } from './description/deviation.ts';
export { type DescriptionSource, loadDescription } from './description/load-description.ts';
export { type DryRun, DryRunUnavailableError } from './dry-run.ts';
export { type KnownDeviation, type KnownDeviations, parseKnownDeviations } from './known-deviations.ts';
export { type CheckedManifest, parseManifest } from './manifest.ts';
export { renderReport } from './report.ts';
export { generateParameterSets, type ParameterSet, type ParameterSets } from './requests/parameter-sets.ts';
export type { Freedom } from './requests/value-variants.ts';
