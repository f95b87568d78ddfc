import { checkAction, type ObservedDeviation } from './action-check.ts';
import type { ApiDescription } from './description/api-description.ts';
import { combineDescriptions } from './description/combine-descriptions.ts';
import type { DeviationKind } from './description/deviation.ts';
import type { DryRun } from './dry-run.ts';
import type { JsonObject } from './json.ts';
import { deviationKey, type KnownDeviation, type KnownDeviations } from './known-deviations.ts';
import type { CheckedManifest } from './manifest.ts';

/** What to check. */
export interface CheckUpstreamOptions {
  readonly manifest: CheckedManifest;
  /** The vendor's descriptions; an operation that any of them knows is known. */
  readonly descriptions: readonly ApiDescription[];
  readonly dryRun: DryRun;
  /** Content of the deviations file; entries of other connectors are not looked at. */
  readonly deviations?: KnownDeviations;
}

/** One deviation of an action, however many of its requests show it. */
export interface Finding {
  readonly entity: string;
  readonly action: string;
  readonly kind: DeviationKind;
  readonly where: string;
  readonly message: string;
  readonly nearest?: string;
  /** The operation of the description, when the request was recognised as one. */
  readonly operation?: string;
  /** The first parameters that lead to it, and why they were tried. */
  readonly params: JsonObject;
  readonly label: string;
  /** In how many parameter sets it was seen. */
  readonly count: number;
  /** The reason of the deviations file, for a known one. */
  readonly reason?: string;
}

/** The outcome for one connector. */
export interface UpstreamReport {
  readonly connector: string;
  readonly actions: number;
  readonly parameterSets: number;
  readonly requests: number;
  /** Deviations nobody has explained. */
  readonly findings: readonly Finding[];
  /** Deviations that stand in the deviations file. */
  readonly known: readonly Finding[];
  /** Entries of the deviations file that did not occur. */
  readonly stale: readonly KnownDeviation[];
  /** What was not checked, and why. */
  readonly notes: readonly string[];
  /** True when there are neither findings nor stale entries. */
  readonly passed: boolean;
}

// Search in the context store sends nothing upstream.
const localActions = new Set(['context_store_search']);

/**
 * Holds every request a connector would send against the vendor's own description: each direct action with its required
 * parameters, with all of them, and with each enum value and stated bound. Nothing is sent anywhere but to `dryRun`.
 */
export async function checkUpstream(options: CheckUpstreamOptions): Promise<UpstreamReport> {
  const { manifest, dryRun } = options;
  const description = combineDescriptions(options.descriptions);
  const known = options.deviations?.[manifest.id] ?? [];
  const findings = new Map<string, Finding>();
  const notes = [...description.notes];
  let actions = 0;
  let parameterSets = 0;
  let requests = 0;

  for (const entity of manifest.entities) {
    for (const { action, params } of entity.actions.filter((each) => !localActions.has(each.action))) {
      const checked = await checkAction(entity.name, action, params ?? {}, description, dryRun);
      actions += 1;
      parameterSets += checked.parameterSets;
      requests += checked.requests;
      notes.push(...checked.notes.map((note) => `${entity.name}.${action}: ${note}`));
      for (const observed of checked.deviations) {
        addFinding(findings, entity.name, action, observed);
      }
    }
  }

  const reasons = new Map(known.map((each) => [deviationKey(each), each.reason]));
  const all = [...findings].map(([key, finding]) => {
    const reason = reasons.get(key);
    return reason === undefined ? finding : { ...finding, reason };
  });
  const unexplained = all.filter((finding) => finding.reason === undefined);
  const stale = known.filter((each) => !findings.has(deviationKey(each)));
  return {
    connector: manifest.id,
    actions,
    parameterSets,
    requests,
    findings: unexplained,
    known: all.filter((finding) => finding.reason !== undefined),
    stale,
    notes,
    passed: unexplained.length === 0 && stale.length === 0,
  };
}

function addFinding(findings: Map<string, Finding>, entity: string, action: string, observed: ObservedDeviation): void {
  const { fault: _, ...deviation } = observed.deviation;
  const key = deviationKey({ entity, action, ...deviation });
  const present = findings.get(key);
  if (present !== undefined) {
    findings.set(key, { ...present, count: present.count + 1 });
    return;
  }
  const { label, params, operation } = observed;
  findings.set(key, {
    entity,
    action,
    ...deviation,
    ...(operation === undefined ? {} : { operation }),
    params,
    label,
    count: 1,
  });
}
