import { generateParameterSets, type ParameterSet } from '@connectory/testkit/parameter-sets';
import type { JsonObject } from '@connectory/testkit/schema-values';
import { createValidator, valueText } from '@connectory/testkit/schema-values';
import type { ApiDescription, ObservedRequest, Verdict } from './description/api-description.ts';
import type { Deviation } from './description/deviation.ts';
import type { DryRun } from './dry-run.ts';
import { acceptableValues } from './requests/acceptable-values.ts';
import { valueAtPointer, withValueAtPointer } from './requests/replace-value.ts';

/** A deviation of one action, with the parameters it was first seen with. */
interface ObservedDeviation {
  readonly deviation: Deviation;
  /** The operation of the description, undefined when the request was not recognized. */
  readonly operation?: string;
  /** Which parameter set it was, as `.state=open`. */
  readonly label: string;
  readonly params: JsonObject;
}

/** The outcome of the requests of one action. */
export interface ActionCheck {
  readonly parameterSets: number;
  readonly requests: number;
  readonly deviations: readonly ObservedDeviation[];
  readonly notes: readonly string[];
  /** The vendor's responses by operation, represented by the first request of each. */
  readonly answers: ReadonlyMap<string, Verdict['answer']>;
}

// A replaced value can reveal the next one the vendor rejects; more rounds than generated values do not help.
const mostRounds = 6;

/**
 * Runs one action with every generated parameter set and compares its requests with the description. A generated value that the vendor
 * rejects is replaced by an accepted one if the action's own schema allows it: only what a caller cannot avoid, or the schema states,
 * counts as a deviation.
 */
export async function checkAction(
  entity: string,
  action: string,
  schema: unknown,
  description: ApiDescription,
  dryRun: DryRun,
): Promise<ActionCheck> {
  const { sets, notes } = generateParameterSets(schema);
  const isValid = createValidator(schema);
  const replacements = new Map<string, Replacement>();
  const found: ObservedDeviation[] = [];
  const answers = new Map<string, Verdict['answer']>();
  let requests = 0;

  for (const set of sets) {
    let params = withReplacements(set, replacements);
    let outcome = await observe(params);
    for (let round = 0; round < mostRounds; round += 1) {
      const replaced = replaceRefused(set, params, outcome.deviations, isValid, replacements);
      if (replaced === undefined) {
        break;
      }
      params = replaced;
      outcome = await observe(params);
    }
    requests += outcome.requests;
    for (const { deviation, operation } of outcome.deviations) {
      if (!isAboutMadeUpLength(set, params, deviation)) {
        const recognized = operation === undefined ? {} : { operation };
        found.push({ deviation, label: set.label, params, ...recognized });
      }
    }
  }
  if (sets.length === 0) {
    const message = `no parameters could be made: ${notes.join('; ')}`;
    found.push({ deviation: { kind: 'refused', where: '/params', message }, label: 'required parameters', params: {} });
  }
  return { parameterSets: sets.length, requests, deviations: found, notes, answers };

  async function observe(params: JsonObject): Promise<Observation> {
    let observed: readonly ObservedRequest[];
    try {
      observed = await dryRun(entity, action, params);
    } catch (error) {
      const message = `the connector refuses the parameters: ${oneLine(error instanceof Error ? error.message : error)}`;
      return { requests: 0, deviations: [{ deviation: { kind: 'refused', where: '/params', message } }] };
    }
    if (observed.length === 0) {
      const message = 'the dry run shows no request';
      return { requests: 0, deviations: [{ deviation: { kind: 'refused', where: '/params', message } }] };
    }
    const deviations = observed.flatMap((request) => {
      const { operation, deviations, answer } = description.check(request);
      if (operation !== undefined && !answers.has(operation)) answers.set(operation, answer);
      return deviations.map((deviation) => ({ deviation, ...(operation === undefined ? {} : { operation }) }));
    });
    return { requests: observed.length, deviations };
  }
}

interface Observation {
  readonly requests: number;
  readonly deviations: readonly { readonly deviation: Deviation; readonly operation?: string }[];
}

interface Replacement {
  readonly from: unknown;
  readonly to: unknown;
}

function withReplacements(set: ParameterSet, replacements: ReadonlyMap<string, Replacement>): JsonObject {
  let { params } = set;
  for (const [pointer, { from, to }] of replacements) {
    if (set.free.get(pointer) === 'any' && valueAtPointer(params, pointer) === from) {
      params = withValueAtPointer(params, pointer, to);
    }
  }
  return params;
}

/** The parameters with other values for generated ones that the vendor rejects; undefined if none can change. */
function replaceRefused(
  set: ParameterSet,
  params: JsonObject,
  observed: Observation['deviations'],
  isValid: (value: unknown) => boolean,
  replacements: Map<string, Replacement>,
): JsonObject | undefined {
  let replaced: JsonObject | undefined;
  const done = new Set<string>();
  for (const { deviation } of observed) {
    const pointer = madeUpPlace(set, params, deviation, 'any');
    if (pointer === undefined || done.has(pointer) || deviation.fault === undefined) {
      continue;
    }
    done.add(pointer);
    const base = replaced ?? params;
    const from = valueAtPointer(set.params, pointer);
    const current = valueAtPointer(params, pointer);
    const to = acceptableValues(deviation.fault.expected, current).find(
      (value) => value !== current && isValid(withValueAtPointer(base, pointer, value)),
    );
    if (to !== undefined) {
      replacements.set(pointer, { from, to });
      replaced = withValueAtPointer(base, pointer, to);
    }
  }
  return replaced;
}

// A text of a stated length cannot have the right form as well; the same place is tried with a well-formed one.
function isAboutMadeUpLength(set: ParameterSet, params: JsonObject, deviation: Deviation): boolean {
  const isLength = deviation.fault?.keyword === 'minLength' || deviation.fault?.keyword === 'maxLength';
  return !isLength && madeUpPlace(set, params, deviation, 'length') !== undefined;
}

/** The made-up parameter whose value the deviation is about; of several equal ones that with the same name. */
function madeUpPlace(
  set: ParameterSet,
  params: JsonObject,
  { fault, where }: Deviation,
  freedom: 'any' | 'length',
): string | undefined {
  if (fault === undefined) {
    return undefined;
  }
  const actual = valueText(fault.actual);
  const equal = [...set.free]
    .filter(([pointer, each]) => each === freedom && valueText(valueAtPointer(params, pointer)) === actual)
    .map(([pointer]) => pointer);
  const nameOf = (pointer: string) => pointer.split('/').findLast((token) => !/^(\d+|\*)$/.test(token));
  return equal.find((pointer) => nameOf(pointer) === nameOf(where)) ?? equal[0];
}

function oneLine(text: unknown): string {
  return String(text).replaceAll(/\s+/g, ' ').trim();
}
