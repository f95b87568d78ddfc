import { generateParameterSets, type ParameterSet } from '@connectory/testkit/parameter-sets';
import {
  arrayOrEmpty,
  createValidator,
  isJsonObject,
  type JsonObject,
  numberFor,
  pointerTokens,
  textFor,
  valueText,
} from '@connectory/testkit/schema-values';
import type { ApiDescription, Deviation, ObservedRequest, Verdict } from './description.ts';

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
  readonly responses: ReadonlyMap<string, Verdict['response']>;
}

// A replaced value can reveal the next one the vendor rejects; more rounds than generated values do not help.
const maxRounds = 6;

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
  const responses = new Map<string, Verdict['response']>();
  let requests = 0;

  for (const set of sets) {
    let params = withReplacements(set, replacements);
    let outcome = await observe(params);
    for (let round = 0; round < maxRounds; round += 1) {
      const replaced = replaceRefused(set, params, outcome.deviations, isValid, replacements);
      if (replaced === undefined) break;
      params = replaced;
      outcome = await observe(params);
    }
    requests += outcome.requests;
    for (const { deviation, operation } of outcome.deviations) {
      if (!isAboutGeneratedLength(set, params, deviation)) {
        const recognized = operation === undefined ? {} : { operation };
        found.push({ deviation, label: set.label, params, ...recognized });
      }
    }
  }
  if (sets.length === 0) {
    const message = `no parameters could be made: ${notes.join('; ')}`;
    found.push({ deviation: { kind: 'refused', where: '/params', message }, label: 'required parameters', params: {} });
  }
  return { parameterSets: sets.length, requests, deviations: found, notes, responses };

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
      const { operation, deviations, response } = description.check(request);
      if (operation !== undefined && !responses.has(operation)) responses.set(operation, response);
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
    const pointer = generatedPlace(set, params, deviation, 'any');
    if (pointer === undefined || done.has(pointer) || deviation.rejected === undefined) continue;
    done.add(pointer);
    const base = replaced ?? params;
    const from = valueAtPointer(set.params, pointer);
    const current = valueAtPointer(params, pointer);
    const to = acceptableValues(deviation.rejected.expected, current).find(
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
function isAboutGeneratedLength(set: ParameterSet, params: JsonObject, deviation: Deviation): boolean {
  const isLength = deviation.rejected?.keyword === 'minLength' || deviation.rejected?.keyword === 'maxLength';
  return !isLength && generatedPlace(set, params, deviation, 'length') !== undefined;
}

/** The generated parameter whose value the deviation is about; of several equal ones that with the same name. */
function generatedPlace(
  set: ParameterSet,
  params: JsonObject,
  { rejected, where }: Deviation,
  freedom: 'any' | 'length',
): string | undefined {
  if (rejected === undefined) return undefined;
  const actual = valueText(rejected.actual);
  const equal = [...set.free]
    .filter(([pointer, each]) => each === freedom && valueText(valueAtPointer(params, pointer)) === actual)
    .map(([pointer]) => pointer);
  const nameOf = (pointer: string) => pointer.split('/').findLast((token) => !/^(\d+|\*)$/.test(token));
  return equal.find((pointer) => nameOf(pointer) === nameOf(where)) ?? equal[0];
}

function oneLine(text: unknown): string {
  return String(text).replaceAll(/\s+/g, ' ').trim();
}

/**
 * Values that satisfy the vendor's keywords for one place, as text and unchanged: what a caller could pass instead of a generated value
 * that the vendor rejects.
 */
export function acceptableValues(expected: JsonObject, refused: unknown): unknown[] {
  const types = Array.isArray(expected.type) ? expected.type : [expected.type];
  const values: unknown[] = [...arrayOrEmpty(expected.enum), ...('const' in expected ? [expected.const] : [])];
  for (const type of types) {
    if (type === 'integer' || type === 'number') values.push(numberFor({ ...expected, type }, 11));
    else if (type === 'boolean') values.push(true);
    else if (type === 'string' || (type === undefined && values.length === 0))
      values.push(textFor({ ...expected, type: 'string' }, valueText(refused)));
  }
  const found = values.filter((value) => value !== undefined && value !== null);
  return found.flatMap((value) => (typeof value === 'string' ? asTextAndNumber(value) : [value, valueText(value)]));
}

function asTextAndNumber(text: string): unknown[] {
  return /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAtPointer(value: unknown, pointer: string): unknown {
  let place = value;
  for (const token of pointerTokens(pointer)) {
    place = Array.isArray(place) ? place[Number(token)] : isJsonObject(place) ? place[token] : undefined;
  }
  return place;
}

/** A copy of the parameters with another value at a JSON pointer that exists. */
export function withValueAtPointer(params: JsonObject, pointer: string, value: unknown): JsonObject {
  const replace = (place: unknown, [token, ...rest]: readonly string[]): unknown => {
    if (token === undefined) return value;
    if (Array.isArray(place)) {
      return place.map((each, index) => (String(index) === token ? replace(each, rest) : each));
    }
    return isJsonObject(place) ? { ...place, [token]: replace(place[token], rest) } : place;
  };
  const replaced = replace(params, pointerTokens(pointer));
  return isJsonObject(replaced) ? replaced : params;
}

/** The source of requests: what would be sent for an action, without sending it. Rejects if the parameters are invalid. */
export type DryRun = (
  entity: string,
  action: string,
  params: JsonObject,
) => readonly ObservedRequest[] | Promise<readonly ObservedRequest[]>;
