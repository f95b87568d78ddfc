import type { JsonObject } from '@connectory/testkit/schema-values';
import {
  type ApiDescription,
  combineDescriptions,
  type Deviation,
  type ObservedRequest,
  type Verdict,
} from './description.ts';
import { checkRecord, checkResponse, responsePlace } from './records.ts';
import {
  explanationOf,
  type KnownDeviation,
  type PlacedDeviation,
  type StaleDeviation,
  staleDeviations,
} from './report.ts';
import { checkAction, type DryRun } from './requests.ts';

/** The simulated vendor's response to the request of an action. */
interface SimulatedResponse {
  /** The request as it would be sent for the vendor itself. */
  readonly request: ObservedRequest;
  /** The parsed body; undefined for an empty one. */
  readonly body: unknown;
}

/** Runs an action against the simulated vendor; undefined if its response is a file. */
export type Simulate = (entity: string, action: string) => Promise<SimulatedResponse | undefined>;

/** What to check. */
export interface CheckUpstreamOptions {
  readonly connector: CheckedConnector;
  /** The vendor's descriptions; an operation that any of them knows is known. */
  readonly descriptions: readonly ApiDescription[];
  readonly dryRun: DryRun;
  readonly simulate: Simulate;
  readonly deviations?: readonly KnownDeviation[];
}

/** One deviation of an action, however often it was seen. */
export interface Finding extends PlacedDeviation {
  readonly message: string;
  readonly nearest?: string;
  /** The operation of the description, when the request was recognized as one. */
  readonly operation?: string;
  /** For a request: the first parameters that lead to it, and why they were tried. */
  readonly seenWith?: { readonly label: string; readonly params: JsonObject };
  readonly count: number;
  /** Why it is right all the same, for a known one. */
  readonly reason?: string;
}

/** The outcome for one connector. */
export interface UpstreamReport {
  readonly connector: string;
  readonly actions: number;
  readonly parameterSets: number;
  readonly requests: number;
  /** Operations whose response was compared with the declaration of an action. */
  readonly records: number;
  /** Answers of the simulated vendor that were compared. */
  readonly simulated: number;
  /** Deviations without an explanation. */
  readonly findings: readonly Finding[];
  readonly known: readonly Finding[];
  /** Explanations of which something explains nothing. */
  readonly stale: readonly StaleDeviation[];
  /** What was not checked, and why. */
  readonly notes: readonly string[];
  /** Whether there are neither findings nor stale explanations. */
  readonly passed: boolean;
}

/**
 * Compares a connector with the vendor's own description: every request it would send, the responses it declares, and the responses of its
 * simulated vendor. Only `dryRun` and `simulate` are called; nothing is sent.
 */
export async function checkUpstream(options: CheckUpstreamOptions): Promise<UpstreamReport> {
  const { connector, dryRun, simulate, deviations: known = [] } = options;
  const description = combineDescriptions(options.descriptions);
  const findings = new Findings();
  const notes = new Set(description.notes);
  const counts = { parameterSets: 0, requests: 0, records: 0, simulated: 0 };

  for (const action of connector.actions) {
    const { entity, action: name } = action;
    const note = (text: string) => notes.add(`${entity}.${name}: ${text}`);
    const checked = await checkAction(entity, name, action.params, description, dryRun);
    counts.parameterSets += checked.parameterSets;
    counts.requests += checked.requests;
    checked.notes.forEach(note);
    for (const { deviation, operation, label, params } of checked.deviations) {
      findings.add(action, 'request', deviation, operation, { label, params });
    }
    for (const [operation, response] of checked.responses) {
      const schema = schemaOf(response, action, operation, note);
      if (schema === undefined) continue;
      const { deviations, notes: unchecked } = checkRecord(action, schema);
      counts.records += 1;
      for (const deviation of deviations) findings.add(action, 'record', deviation, operation);
      unchecked.forEach(note);
    }
  }
  let undeclared = 0;
  for (const action of connector.actions) undeclared += await checkSimulated(action);
  if (undeclared > 0) {
    notes.add(
      `the simulated responses lack ${undeclared} values that the vendor always sends and the connector does not declare`,
    );
  }

  async function checkSimulated(action: CheckedAction): Promise<number> {
    let simulated: SimulatedResponse | undefined;
    try {
      simulated = await simulate(action.entity, action.action);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const message = `the simulated vendor gives no response: ${text.replaceAll(/\s+/g, ' ')}`;
      findings.add(action, 'simulated', { kind: 'refused', where: '/params', message });
      return 0;
    }
    if (simulated === undefined) return 0;
    const { operation, response } = description.check(simulated.request);
    if (response === undefined || response === 'empty') return 0;
    counts.simulated += 1;
    if (simulated.body === undefined) {
      const message = 'the simulated vendor sends an empty body, the vendor does not';
      findings.add(action, 'simulated', { kind: 'wrong_type', where: responsePlace, message }, operation);
      return 0;
    }
    const { deviations, undeclared } = checkResponse(action, simulated.body, response);
    // What the vendor does not have is found in the declarations already, and once.
    const declared = ({ where }: Deviation) =>
      findings.has(action, 'record', 'unknown_field', where) || findings.has(action, 'record', 'unknown_place', where);
    const own = deviations.filter((deviation) => deviation.kind !== 'unknown_field' || !declared(deviation));
    for (const deviation of own) findings.add(action, 'simulated', deviation, operation);
    return undeclared;
  }

  const all = findings.all.map((finding) => {
    const reason = explanationOf(known, finding)?.reason;
    return reason === undefined ? finding : { ...finding, reason };
  });
  const unexplained = all.filter((finding) => finding.reason === undefined);
  const stale = staleDeviations(known, all);
  return {
    connector: connector.id,
    actions: connector.actions.length,
    ...counts,
    findings: unexplained,
    known: all.filter((finding) => finding.reason !== undefined),
    stale,
    notes: [...notes],
    passed: unexplained.length === 0 && stale.length === 0,
  };
}

/** The schema to compare with; a description that has none where an action expects a record is noted. */
function schemaOf(
  response: Verdict['response'],
  { action, result, reads }: CheckedAction,
  operation: string,
  note: (text: string) => void,
) {
  if (result === undefined && reads.length === 0) return undefined;
  // A write may return an empty response; a read of records may not.
  const isMissing =
    response === undefined || (response === 'empty' && (result?.kind === 'records' || action === 'get'));
  if (isMissing) note(`the description has no schema of the response of ${operation}`);
  return response === 'empty' ? undefined : response;
}

type Place = Pick<CheckedAction, 'entity' | 'action'>;

class Findings {
  readonly #byKey = new Map<string, Finding>();

  get all(): readonly Finding[] {
    return [...this.#byKey.values()];
  }

  has(place: Place, part: Finding['part'], kind: Finding['kind'], where: string): boolean {
    return this.#byKey.has(keyOf(place, part, kind, where));
  }

  add(
    { entity, action }: Place,
    part: Finding['part'],
    { rejected: _, ...deviation }: Deviation,
    operation?: string,
    seenWith?: Finding['seenWith'],
  ): void {
    const key = keyOf({ entity, action }, part, deviation.kind, deviation.where);
    const present = this.#byKey.get(key);
    this.#byKey.set(
      key,
      present === undefined
        ? {
            part,
            entity,
            action,
            ...deviation,
            ...(operation !== undefined && { operation }),
            ...(seenWith !== undefined && { seenWith }),
            count: 1,
          }
        : { ...present, count: present.count + 1 },
    );
  }
}

const keyOf = ({ entity, action }: Place, part: string, kind: string, where: string) =>
  `${part} ${entity}.${action} ${kind} ${where}`;

/** What the check needs to know of a connector. */
export interface CheckedConnector {
  readonly id: string;
  readonly actions: readonly CheckedAction[];
}

/** One direct action: its parameters, and what it reads from the vendor's response. */
export interface CheckedAction {
  readonly entity: string;
  readonly action: string;
  /** JSON Schema (draft 2020-12) of the parameters. */
  readonly params: JsonObject;
  /** Dotted paths of the response body that are read in addition to the records, such as a cursor. */
  readonly reads: readonly string[];
  /** Absent for an action whose response is a file. */
  readonly result?: CheckedResult;
}

/** Where an action finds its records, and what it declares them to be. */
export interface CheckedResult {
  /** Dotted path into the body; empty for the whole body. */
  readonly at: string;
  readonly kind: 'records' | 'record';
  /** JSON Schema (draft 2020-12) of one record. */
  readonly record: JsonObject;
  /** Turns one of the vendor's rows into a record; absent where rows are records. */
  readonly reshape?: (row: unknown) => unknown;
  /** True when the connector drops rows that are no records of the entity. */
  readonly filtered: boolean;
}
