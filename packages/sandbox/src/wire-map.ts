import { syncParams } from '@connectory/connector-sdk/engine';
import { fitValue } from './fit-value.ts';
import { bracketSteps } from './incoming-call.ts';
import { getAt, isObject, isScalar, type JsonObject, leavesOf, setAt } from './json.ts';
import { type ObjectShape, type Shape, shapeOf } from './shape.ts';
import type { SimulatedAction } from './simulated-vendor.ts';

/** A parsed request: the nested values of its query and its body, before any type is known. */
export interface WireValues {
  readonly query: JsonObject;
  readonly body: JsonObject;
}

type Steps = readonly string[];

/** Where a parameter was found: as a whole, as JSON in a string, inside a text with other parts, or as one of a few translated values. */
type Place =
  | { readonly kind: 'whole'; readonly param: Steps; readonly at: Steps }
  | { readonly kind: 'json'; readonly param: Steps; readonly at: Steps }
  | { readonly kind: 'text'; readonly params: readonly Steps[]; readonly pattern: RegExp; readonly at: Steps }
  | { readonly kind: 'translated'; readonly param: Steps; readonly at: Steps; readonly values: Map<string, unknown> };

/** The constant values of every request of an action. */
interface Constants {
  readonly headers: Readonly<Record<string, string | null>>;
  readonly leaves: readonly (readonly [Steps, unknown])[];
}

interface Probe {
  readonly param: string;
  readonly value: unknown;
  /** Sentinel text -> the path of the parameter that holds it. */
  readonly sentinels: ReadonlyMap<string, Steps>;
}

/**
 * Reads the parameters of an action from a request. Calls `action.request` with recognizable values to find out where each parameter goes,
 * so that renaming and wrapping by `wire` or `variables` are undone without knowledge of them.
 */
export class WireMap {
  readonly #shape: ObjectShape;
  readonly #places: Place[] = [];
  readonly #action: SimulatedAction;
  #sentinel = 0;
  #foundConstants: Constants | undefined;
  /** How the action writes its body; undefined when it sends none. */
  readonly encoding: 'json' | 'form' | 'multipart' | undefined;

  constructor(action: SimulatedAction) {
    this.#action = action;
    this.#shape = shapeOf(syncParams(action));
    const fields = [...this.#shape.fields];
    const base = fields.filter(([, field]) => field.required || field.default !== undefined);
    const baseProbes = base.map(([name, field]) => this.#probe(name, field.shape, field.default));
    const baseWire = this.#wire(baseProbes);
    for (const probe of baseProbes) this.#find([probe], baseWire, undefined);
    this.#findTexts(baseProbes, baseWire);
    let encoding = this.#encodingOf(baseProbes);
    for (const [name, field] of fields) {
      if (baseProbes.some(({ param }) => param === name)) continue;
      const probe = this.#probe(name, field.shape, undefined);
      const probes = [...baseProbes, probe];
      const wire = this.#wire(probes);
      this.#find([probe], wire, baseWire);
      this.#findTexts([probe], wire);
      encoding ??= this.#encodingOf(probes);
    }
    this.#findSizes(baseProbes);
    for (const [name, { shape }] of fields) this.#findTranslated(name, shape, baseProbes);
    this.encoding = encoding;
  }

  /** The parameters a request carries, in the form their schema wants where that is possible. */
  read(wire: WireValues): JsonObject {
    const params: JsonObject = {};
    for (const place of this.#places) {
      const value = getAt(wire, place.at);
      if (value === undefined || (place.kind === 'whole' && this.#cannotHold(place.param, value))) continue;
      if (place.kind === 'whole') setAt(params, place.param, value);
      else if (place.kind === 'json') setAt(params, place.param, fromJson(value));
      else if (place.kind === 'translated') setAt(params, place.param, place.values.get(String(value)) ?? value);
      else {
        const found = place.pattern.exec(String(value));
        for (const [index, param] of place.params.entries()) {
          const part = found?.[index + 1];
          if (part !== undefined) setAt(params, param, part);
        }
      }
    }
    for (const [name, value] of Object.entries(params)) {
      const shape = this.#shape.fields.get(name)?.shape;
      const fitted = shape === undefined ? undefined : fitValue(shape, value);
      if (fitted?.fits === true) params[name] = fitted.value;
    }
    return params;
  }

  // `page[size]` is not a value of `page`.
  #cannotHold([param = '', ...below]: Steps, value: unknown): boolean {
    const kind = this.#shape.fields.get(param)?.shape.kind;
    return below.length === 0 && isObject(value) && (kind === 'text' || kind === 'number' || kind === 'boolean');
  }

  /** How many values of a request's body no parameter of the action accounts for. */
  unexplained({ body }: WireValues): number {
    const isExplained = (leaf: Steps) => this.#places.some(({ at }) => at.every((step, index) => leaf[index] === step));
    return leavesOf(body, ['body']).filter(([leaf]) => !isExplained(leaf)).length;
  }

  /** How many of the constant headers of the action a request has otherwise, less a little for each that it has. */
  otherHeaders(headers: Readonly<Record<string, unknown>>): number {
    let other = 0;
    for (const [name, value] of Object.entries(this.#constants.headers)) {
      const given = headers[name.toLowerCase()];
      const isSame = value === null ? given === undefined : mediaType(given) === mediaType(value);
      other += isSame ? -0.001 : 1;
    }
    return other;
  }

  /** How many of the values an action always sends a request has otherwise. */
  otherConstants(wire: WireValues): number {
    return this.#constants.leaves.filter(([at, value]) => String(getAt(wire, at)) !== String(value)).length;
  }

  /** The name of a parameter in the query string, including brackets; undefined if it is elsewhere. */
  queryName(param: string): string | undefined {
    const place = this.#places.find((one) => one.kind !== 'text' && one.param.length === 1 && one.param[0] === param);
    if (place === undefined || place.at[0] !== 'query') return undefined;
    const [first = '', ...rest] = place.at.slice(1);
    return first + rest.map((step) => `[${step}]`).join('');
  }

  /** The parameters whose value is at a place of the request, alone or within text. */
  paramsAt(at: Steps): readonly string[] {
    return this.#places
      .filter((place) => isSamePath(place.at, at))
      .flatMap((place) => (place.kind === 'text' ? place.params : [place.param]))
      .map((steps) => steps[0] as string);
  }

  // What two requests with different values have in common is constant.
  get #constants(): Constants {
    this.#foundConstants ??= this.#findConstants();
    return this.#foundConstants;
  }

  #findConstants(): Constants {
    const base = [...this.#shape.fields].filter(([, field]) => field.required || field.default !== undefined);
    const probed = () => base.map(([name, field]) => this.#probe(name, field.shape, undefined));
    const [first, second] = [probed(), probed()];
    const [one, other] = [this.#wire(first), this.#wire(second)];
    const [headers, others] = [this.#request(first)?.headers ?? {}, this.#request(second)?.headers ?? {}];
    const isPlace = (leaf: Steps) => this.#places.some(({ at }) => at.every((step, index) => leaf[index] === step));
    return {
      headers: Object.fromEntries(Object.entries(headers).filter(([name, value]) => others[name] === value)),
      leaves: leavesOf(one).filter(
        ([at, value]) => !isPlace(at) && !this.#isDocument(at) && getAt(other, at) === value,
      ),
    };
  }

  #probe(param: string, shape: Shape, given: unknown): Probe {
    const sentinels = new Map<string, Steps>();
    const isChoice = shape.kind === 'values' || shape.kind === 'boolean';
    const value = isChoice && given !== undefined ? given : this.#probeValue(shape, [param], sentinels, 0);
    return { param, value, sentinels };
  }

  #probeValue(shape: Shape, steps: Steps, sentinels: Map<string, Steps>, depth: number): unknown {
    const mark = (sentinel: string) => {
      sentinels.set(sentinel, steps);
      return sentinel;
    };
    switch (shape.kind) {
      case 'text':
        if (shape.format === 'date-time' || shape.format === 'date') {
          const day = new Date(Date.UTC(2001, 0, 1) + 86_400_000 * ++this.#sentinel).toISOString();
          return mark(shape.format === 'date' ? day.slice(0, 10) : day);
        }
        return mark(`probe${++this.#sentinel}x`);
      case 'number':
        return Number(mark(String(910_000_000 + ++this.#sentinel)));
      case 'values':
        return shape.values[0];
      case 'boolean':
        return true;
      case 'array':
        return [this.#probeValue(shape.items, [...steps, '0'], sentinels, depth + 1)];
      case 'tuple':
        return shape.items.map((item, index) =>
          this.#probeValue(item, [...steps, String(index)], sentinels, depth + 1),
        );
      case 'object': {
        if (depth > 4) return {};
        const members = [...shape.fields].map(([name, field]) => [
          name,
          this.#probeValue(field.shape, [...steps, name], sentinels, depth + 1),
        ]);
        return Object.fromEntries(members);
      }
      case 'union':
        return this.#probeValue(shape.variants[0] ?? { kind: 'any', nullable: true }, steps, sentinels, depth + 1);
      case 'map':
      case 'any':
        return { probe: mark(`probe${++this.#sentinel}x`) };
    }
  }

  #request(probes: readonly Probe[]) {
    try {
      return this.#action.request(Object.fromEntries(probes.map(({ param, value }) => [param, value])));
    } catch {
      // Some combinations of parameters cannot be sent; what they would look like is then not known.
      return undefined;
    }
  }

  #wire(probes: readonly Probe[]): WireValues | undefined {
    const request = this.#request(probes);
    if (request === undefined) return undefined;
    const form = request.body?.encoding === 'form';
    const body = request.body?.value ?? {};
    return { query: nested(readable(request.query ?? {})), body: form ? nested(body) : { ...body } };
  }

  #encodingOf(probes: readonly Probe[]) {
    return this.#request(probes)?.body?.encoding;
  }

  // The page size can have a different name with a different paging style.
  #findSizes(baseProbes: readonly Probe[]): void {
    const { size = '', alternatives = [] } = this.#action.paging ?? {};
    const shapeIn = (name: string) => this.#shape.fields.get(name)?.shape;
    const sizeShape = shapeIn(size);
    for (const alternative of sizeShape === undefined ? [] : alternatives) {
      const shape = shapeIn(alternative);
      if (sizeShape === undefined || shape === undefined) continue;
      const others = [...baseProbes.filter(({ param }) => param !== size), this.#probe(alternative, shape, undefined)];
      const probe = this.#probe(size, sizeShape, undefined);
      this.#find([probe], this.#wire([...others, probe]), this.#wire(others));
    }
  }

  // A parameter that arrives as it was given, under its own name or another one.
  #find(probes: readonly Probe[], wire: WireValues | undefined, before: WireValues | undefined): void {
    if (wire === undefined) return;
    for (const { param, value, sentinels } of probes) {
      const whole = wholePlaces(wire, value).filter((at) => before === undefined || !sameAt(before, wire, at));
      const named = whole.find((at) => at.at(-1) === param) ?? (sentinels.size > 0 ? whole[0] : undefined);
      const json = isObject(value) ? wholePlaces(wire, JSON.stringify(value))[0] : undefined;
      if (named !== undefined) this.#places.push({ kind: 'whole', param: [param], at: named });
      else if (json !== undefined) this.#places.push({ kind: 'json', param: [param], at: json });
      else this.#findLeaves(sentinels, wire);
    }
  }

  #findLeaves(sentinels: ReadonlyMap<string, Steps>, wire: WireValues): void {
    for (const [at, leaf] of leavesOf(wire)) {
      const param = isScalar(leaf) ? sentinels.get(String(leaf)) : undefined;
      if (param === undefined || this.#isDocument(at)) continue;
      // A list of one that became its only item was joined into a text, such as `1,2`.
      const joined = param.at(-1) === '0' && at.at(-1) !== '0';
      this.#places.push({ kind: 'whole', param: joined ? param.slice(0, -1) : param, at });
    }
  }

  // Parameters that became parts of a text, such as "refs/heads/{branch}".
  #findTexts(probes: readonly Probe[], wire: WireValues | undefined): void {
    const sentinels = new Map(probes.flatMap((probe) => [...probe.sentinels]));
    for (const [at, leaf] of wire === undefined ? [] : leavesOf(wire)) {
      if (typeof leaf !== 'string' || sentinels.has(leaf) || this.#isDocument(at)) continue;
      const found = [...sentinels.keys()].filter((sentinel) => leaf.includes(sentinel));
      if (found.length === 0 || this.#places.some((place) => place.kind === 'json' && isSamePath(place.at, at)))
        continue;
      const order = found.sort((one, other) => leaf.indexOf(one) - leaf.indexOf(other));
      const parts = leaf.split(new RegExp(order.map(escaped).join('|')));
      const pattern = new RegExp(`^${parts.map(escaped).join('(.*?)')}$`, 's');
      const params = order.map((sentinel) => sentinels.get(sentinel) as Steps);
      this.#places.push({ kind: 'text', params, pattern, at });
    }
  }

  #findTranslated(name: string, shape: Shape, base: readonly Probe[]): void {
    const choices = shape.kind === 'values' ? shape.values : shape.kind === 'boolean' ? [true, false] : [];
    if (choices.length === 0 || this.#places.some((place) => place.kind !== 'text' && place.param[0] === name)) return;
    const others = base.filter(({ param }) => param !== name);
    const probes = choices.map((value) => this.#wire([...others, { param: name, value, sentinels: new Map() }]));
    const without = this.#wire(others);
    const [first] = probes;
    if (first === undefined) return;
    for (const [at] of leavesOf(first)) {
      if (this.#isDocument(at) || (without !== undefined && sameAt(without, first, at) && probes.length > 1)) continue;
      const values = new Map(probes.map((wire, index) => [String(getAt(wire, at)), choices[index]]));
      if (values.size === choices.length) {
        this.#places.push({ kind: 'translated', param: [name], at, values });
        return;
      }
    }
  }

  #isDocument(at: Steps): boolean {
    return this.#action.document !== undefined && at[0] === 'body' && at[1] === 'query';
  }
}

function fromJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

const isSamePath = (one: Steps, other: Steps) => one.join('\u0000') === other.join('\u0000');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const nested = (values: Readonly<Record<string, unknown>>) => {
  const whole: JsonObject = {};
  for (const [name, value] of Object.entries(values)) setAt(whole, bracketSteps(name), value);
  return whole;
};

// A value that is sent as it is written arrives decoded.
const readable = (query: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const text: unknown = isObject(value) && typeof value.toJSON === 'function' ? value.toJSON() : undefined;
      return [name, typeof text === 'string' ? decodeURIComponent(text) : value];
    }),
  );

const mediaType = (header: unknown) => String(header).split(';', 1)[0]?.trim().toLowerCase();

const sameAt = (one: WireValues, other: WireValues, at: Steps) =>
  JSON.stringify(getAt(one, at)) === JSON.stringify(getAt(other, at));

// All places whose value is that value, however deep.
function wholePlaces(wire: unknown, value: unknown, steps: Steps = []): Steps[] {
  const here = steps.length > 1 && JSON.stringify(wire) === JSON.stringify(value) ? [steps] : [];
  if (here.length > 0 || (!isObject(wire) && !Array.isArray(wire))) return here;
  return Object.entries(wire).flatMap(([name, member]) => wholePlaces(member, value, [...steps, name]));
}

const known = new WeakMap<SimulatedAction, WireMap>();

/** The wire map of an action, made when it is first needed. */
export function wireMapOf(action: SimulatedAction): WireMap {
  let map = known.get(action);
  if (map === undefined) {
    map = new WireMap(action);
    known.set(action, map);
  }
  return map;
}
