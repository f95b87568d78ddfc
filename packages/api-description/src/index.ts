export {
  type CheckUpstreamOptions,
  checkUpstream,
  type Finding,
  type Simulate,
  type SimulatedAnswer,
  type UpstreamReport,
} from './check-upstream.ts';
export type { CheckedAction, CheckedConnector, CheckedResult } from './checked-connector.ts';
export {
  type ApiDescription,
  DescriptionError,
  type ObservedRequest,
  type Verdict,
} from './description/api-description.ts';
export { combineDescriptions } from './description/combine-descriptions.ts';
export { type Deviation, type DeviationKind, deviationKinds, type ValueFault } from './description/deviation.ts';
export { type DescriptionSource, loadDescription } from './description/load-description.ts';
export type { VendorSchema } from './description/vendor-schema.ts';
export type { DryRun } from './dry-run.ts';
export {
  type KnownDeviation,
  knownDeviations,
  type Part,
  type Pattern,
  type StaleDeviation,
} from './known-deviations.ts';
export { renderReport } from './report.ts';
export { generateParameterSets, type ParameterSet, type ParameterSets } from './requests/parameter-sets.ts';
export type { Freedom } from './requests/value-variants.ts';
