import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Connector, Entity } from '@connectory/connector-sdk';
import {
  fieldsOfSchema,
  jsonSchema,
  type PersonalMark,
  personalMarks,
  type SchemaField,
} from '@connectory/connector-sdk/engine';
import {
  type DetectPolicy,
  detectTreatment,
  type FieldRule,
  type FieldTreatment,
  fieldTreatments,
  type PersonalPolicy,
  personalTreatment,
  type TextTreatment,
} from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import type { Rewriter } from '@connectory/exact-json';
import { type DetectedKind, detect, detectedKinds } from '@connectory/personal-data';
import { FieldPaths, isWithin } from './field-paths.ts';
import { hashOf, TreatedField, treated } from './treated-field.ts';

/** What decides which fields of the records of an entity are shown. */
export interface FieldViewParts {
  /** The connector without what an account has added, of which its author says nothing. */
  readonly connector: Connector;
  /** The entity as the connection has it. */
  readonly entity: Entity;
  /** The rules for this entity. */
  readonly rules: readonly FieldRule[];
  readonly personal: PersonalPolicy | undefined;
  readonly detect: DetectPolicy | undefined;
  /** The key of hashes, 32 bytes. */
  readonly hashKey: Buffer;
}

type Path = readonly string[];

/** What rules say of a field: what becomes of it, and whether they name only something below it. */
interface RuleDecision {
  readonly treatment: FieldTreatment | undefined;
  readonly isAllowed: boolean;
  readonly namesBelow: boolean;
}

/** What the declaration of a connector says of a field. */
interface DeclaredField {
  readonly holds: SchemaField['holds'] | 'undeclared';
  readonly mark: PersonalMark;
  readonly hasFields: boolean;
}

const undeclared: DeclaredField = { holds: 'undeclared', mark: 'free_text', hasFields: false };

/** Which fields of the records of an entity are shown, and how. */
export class FieldView {
  /** Rewrites a record as the upstream returns it. */
  readonly record: Rewriter;
  /** Rewrites a search result: an object of search fields, whose names may have dots. */
  readonly document: Rewriter;
  readonly #parts: FieldViewParts;
  readonly #rules: ParsedRules;
  readonly #declared: ReadonlyMap<string, DeclaredField> | null;
  readonly #computed: ReadonlySet<string>;
  readonly #keys: readonly Path[];
  readonly #detected: ReadonlyMap<DetectedKind, TextTreatment>;
  readonly #kinds: ReadonlySet<DetectedKind>;
  readonly #kept = { count: 0 };
  readonly #secret: KeyObject;
  #named:
    | readonly { readonly name: string; readonly holds: SchemaField['holds']; readonly isShown: boolean }[]
    | undefined;

  constructor(parts: FieldViewParts) {
    const { entity, personal, detect: detected = {} } = parts;
    this.#parts = parts;
    // Several times faster than the bytes each time.
    this.#secret = createSecretKey(parts.hashKey);
    this.#keys = [entity.key ?? []].flat().map((key) => key.split('.'));
    this.#rules = parsedRules(parts.rules, [entity.key ?? []].flat());
    this.#declared = personal === undefined ? null : declaredFields(parts);
    const derived = Object.entries(entity.search?.derived ?? {});
    this.#computed = new Set(derived.flatMap(([name, { from }]) => (from === undefined ? [] : [name])));
    this.#detected = new Map(
      detectedKinds.flatMap((kind) => {
        const treatment = detectTreatment(detected, kind);
        return treatment === undefined ? [] : [[kind, treatment] as const];
      }),
    );
    this.#kinds = new Set(this.#detected.keys());
    this.record = this.#field([], undeclared) ?? new TreatedField('drop', this.#secret);
    this.document = this.#documentRoot();
  }

  /** The field that identifies records and is not shown as it is; undefined if all are. */
  get hiddenKey(): string | undefined {
    const found = this.#keys.find((path) => !this.isShown(path));
    // An address that a text holds would be found in the key as well.
    const isContact = (path: Path) => this.#detected.size > 0 && isPersonalKey(this.#parts, path);
    return (found ?? this.#keys.find(isContact))?.join('.');
  }

  /** Whether a field of the record, with everything below it, is shown as it is, apart from what is found in texts. */
  isShown(path: Path): boolean {
    return isShownAt(this.record, path);
  }

  /** Whether a field of the record is left out. */
  isDropped(path: Path): boolean {
    return rewriterAt(this.record, path) === undefined;
  }

  /** Whether fields are hidden, by whatever is said of them. */
  get hidesFields(): boolean {
    return this.#parts.rules.length > 0 || this.#declared !== null;
  }

  /** Whether declared numbers, times or constants are hidden. */
  get hidesValues(): boolean {
    return this.#declaredFields.some(({ holds, isShown }) => holds === 'value' && !isShown);
  }

  /** Whether a text has the name of a declared field that is shown as it is, or of one that is not. */
  mentions(text: string, which: 'shown' | 'hidden'): boolean {
    const words = wordsOf(text);
    return this.#declaredFields.some(({ name, isShown }) => isShown === (which === 'shown') && words.includes(name));
  }

  get #declaredFields() {
    this.#named ??= fieldsOfSchema(jsonSchema(this.#parts.entity.record)).map(({ path, holds }) => ({
      name: wordsOf(path.at(-1) ?? ''),
      holds,
      isShown: this.isShown(path),
    }));
    return this.#named;
  }

  /** Whether personal data is hidden, wherever it stands. */
  get hidesPersonalData(): boolean {
    return this.#declared !== null || this.#detected.size > 0;
  }

  /** Whether a search field, or a member below it, is shown as it is, apart from what is found in texts. */
  showsInSearch(path: Path): boolean {
    return isShownAt(this.document, path);
  }

  /** What becomes of a search field, or a member below it; undefined if it or parts of it are shown. */
  treatmentInSearch(path: Path): FieldTreatment | undefined {
    const found = rewriterAt(this.document, path);
    return found === undefined ? 'drop' : found instanceof TreatedField ? found.treatment : undefined;
  }

  /** Rewrites anything else that is made of shown fields, such as the rows of an aggregation; undefined if it stays as it is. */
  get texts(): Rewriter | undefined {
    if (this.#detected.size === 0) return undefined;
    const rewriter: Rewriter = {
      isUnchanged: false,
      member: () => rewriter,
      replace: (value) => this.#withoutPersonalData(value, []),
    };
    return rewriter;
  }

  #field(path: Path, around: DeclaredField): Rewriter | undefined {
    const declared = this.#declarationOf(path, around);
    const { treatment, isAllowed, namesBelow } = this.#ruleFor(path);
    if (treatment === 'drop') return undefined;
    const personal = path.length === 0 ? undefined : this.#personal(declared);
    const strictest = stricter(treatment, declared.hasFields ? undefined : personal);
    if (strictest === 'drop') return undefined;
    if (strictest !== undefined) return new TreatedField(strictest, this.#secret);
    const isKey = this.#keys.some((key) => isWithin(path, key));
    const { holds, hasFields } = declared;
    const hidesMarked = this.#declared !== null;
    const isShown = isAllowed && !namesBelow && !(hidesMarked && (hasFields || personal !== undefined));
    // An object in the position of a number is not declared.
    const isWhole = !(hidesMarked && holds === 'value') && (isKey || this.#detected.size === 0);
    // Where nothing below is declared or named by a rule, members with all names are alike.
    const isEven = isAllowed && !namesBelow && !hasFields && !this.#keys.some((key) => isWithin(key, path));
    const below = (name: string) => this.#field([...path, name], declared);
    let any: { readonly rewriter: Rewriter | undefined } | undefined;
    const anyBelow = (name: string) => {
      any ??= { rewriter: below(name) };
      return any.rewriter;
    };
    return new ShownField({
      isShown,
      isUnchanged: isShown && isWhole,
      below: (name) => (this.#isNamed(name) ? (isEven ? anyBelow : below)(name) : undefined),
      kept: this.#kept,
      replace: (value) => {
        if (!isAllowed) return null;
        if (hasFields && personal !== undefined) return treated(personal, value, this.#secret);
        return isKey ? value : this.#withoutPersonalData(value, path);
      },
    });
  }

  // Nothing tells from which fields of the record a search field is computed, so a rule hides each that it does not allow.
  #documentRoot(): Rewriter {
    const { entity } = this.#parts;
    return new ShownField({
      isShown: false,
      isUnchanged: false,
      below: (name) => {
        const path = name.split('.');
        const { all, allows } = this.#rules;
        const isAllowed = allows.length === all && allows.every((allow) => allow.covers(name));
        if (this.#computed.has(name) && !isAllowed) return undefined;
        // A member of a record may have dots as well.
        const declared = entity.search?.fields.includes(name) || Object.hasOwn(entity.search?.derived ?? {}, name);
        let around = undeclared;
        if (declared)
          for (let length = 1; length < path.length; length++)
            around = this.#declarationOf(path.slice(0, length), around);
        return this.#field(declared ? path : [name], around);
      },
      kept: this.#kept,
      replace: (value) => this.#withoutPersonalData(value, []),
    });
  }

  #declarationOf(path: Path, around: DeclaredField): DeclaredField {
    if (path.length === 0) return { ...undeclared, hasFields: true };
    const known = this.#declared?.get(JSON.stringify(path));
    // What is not declared may hold anything, unless the author said of the field around it that it holds nothing personal.
    return known ?? { ...undeclared, mark: around.holds === 'value' ? 'free_text' : around.mark };
  }

  #personal({ holds, mark }: DeclaredField): FieldTreatment | undefined {
    const { personal } = this.#parts;
    if (personal === undefined || mark === 'none' || (holds === 'value' && mark === 'free_text')) return undefined;
    return personalTreatment(personal, mark);
  }

  #ruleFor(path: Path): RuleDecision {
    const { allows, treatments } = this.#rules;
    const dotted = path.join('.');
    let treatment: FieldTreatment | undefined;
    let isAllowed = true;
    let namesBelow = false;
    for (const allow of allows) {
      if (allow.covers(dotted)) continue;
      isAllowed = false;
      if (!allow.reachesBelow(dotted)) treatment = 'drop';
    }
    for (const [named, paths] of treatments) {
      if (paths.covers(dotted)) treatment = stricter(treatment, named);
      else if (paths.reachesBelow(dotted)) namesBelow = true;
    }
    return path.length === 0 ? { treatment: undefined, isAllowed, namesBelow } : { treatment, isAllowed, namesBelow };
  }

  // A member whose name is personal data is left out.
  #isNamed(name: string): boolean {
    return this.#detected.size === 0 || detect(name, this.#kinds).length === 0;
  }

  #withoutPersonalData(text: unknown, path: Path): unknown {
    if (this.#detected.size === 0 || typeof text !== 'string') return text;
    const found = detect(text, this.#kinds);
    if (found.length === 0) return text;
    let end = 0;
    const parts = found.flatMap(({ kind, start, end: next }) => {
      const treatment = this.#detected.get(kind);
      if (treatment === 'refuse') throw refused(kind, path);
      const before = text.slice(end, start);
      const hash = treatment === 'hash' ? `:${hashOf(text.slice(start, next), this.#secret)}` : '';
      end = next;
      return [before, `[${kind}${hash}]`];
    });
    return [...parts, text.slice(end)].join('');
  }
}

interface ParsedRules {
  /** The number of all rules. */
  readonly all: number;
  /** The paths that each rule allows which allows only some. */
  readonly allows: readonly FieldPaths[];
  readonly treatments: readonly (readonly [FieldTreatment, FieldPaths])[];
}

function parsedRules(rules: readonly FieldRule[], keys: readonly string[]): ParsedRules {
  return {
    all: rules.length,
    allows: rules.flatMap(({ allow }) => (allow === undefined ? [] : new FieldPaths([...allow, ...keys]))),
    treatments: fieldTreatments.map((name) => [name, new FieldPaths(rules.flatMap((rule) => rule[name] ?? []))]),
  };
}

function declaredFields({ connector, entity: { name } }: FieldViewParts): ReadonlyMap<string, DeclaredField> {
  const entity = connector.entities.find((one) => one.name === name);
  if (entity === undefined) return new Map();
  const marks = personalMarks(connector.personal ?? {});
  const fields = [
    ...Object.values(entity.actions).flatMap(({ result }) =>
      result === undefined ? [] : fieldsOfSchema(jsonSchema(result)),
    ),
    ...fieldsOfSchema(jsonSchema(entity.record)),
    ...Object.entries(entity.search?.derived ?? {}).flatMap(([field, { type }]) =>
      fieldsOfSchema({ properties: { [field]: jsonSchema(type) } }).map(({ path: [, ...below], holds }) => ({
        path: [...field.split('.'), ...below],
        holds,
      })),
    ),
  ];
  const around = new Set(fields.map(({ path }) => JSON.stringify(path.slice(0, -1))));
  return new Map(
    fields.map(({ path, holds }) => {
      const id = JSON.stringify(path);
      const mark = marks(name, path) ?? (holds === 'value' ? 'none' : 'free_text');
      return [id, { holds, mark, hasFields: around.has(id) }];
    }),
  );
}

function isPersonalKey({ connector, entity: { name } }: FieldViewParts, path: Path): boolean {
  const mark = personalMarks(connector.personal ?? {})(name, path);
  return mark !== undefined && mark !== 'none';
}

interface ShownParts {
  readonly isShown: boolean;
  readonly isUnchanged: boolean;
  readonly below: (name: string) => Rewriter | undefined;
  readonly replace: (value: unknown) => unknown;
  /** How many rewriters of fields are kept for the next record, in the whole view. */
  readonly kept: { count: number };
}

/** Records may have members without end, such as one per day. */
const maxKept = 4_000;

/** A field that is shown, though perhaps not all of it. */
class ShownField implements Rewriter {
  readonly isUnchanged: boolean;
  /** Whether everything below is shown, apart from what is found in texts. */
  readonly isShown: boolean;
  readonly replace: (value: unknown) => unknown;
  readonly #below: (name: string) => Rewriter | undefined;
  readonly #kept: ShownParts['kept'];
  #known: Map<string, Rewriter | undefined> | undefined;

  constructor({ isShown, isUnchanged, below, replace, kept }: ShownParts) {
    this.#kept = kept;
    this.isShown = isShown;
    this.isUnchanged = isUnchanged;
    this.#below = below;
    this.replace = replace;
  }

  member(name: string): Rewriter | undefined {
    const known = this.#known?.get(name);
    if (known !== undefined || this.#known?.has(name)) return known;
    const made = this.#below(name);
    if (this.#kept.count >= maxKept) return made;
    this.#kept.count += 1;
    this.#known ??= new Map();
    this.#known.set(name, made);
    return made;
  }
}

// A mask shows the form and a hash which values are equal: of both, neither may be shown.
function stricter(one: FieldTreatment | undefined, other: FieldTreatment | undefined): FieldTreatment | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  return 'drop';
}

// In whatever way names are written.
const wordsOf = (text: string): string =>
  ` ${(text.match(/\p{Lu}?\p{Ll}+|\p{N}+|\p{Lu}+/gu) ?? []).join(' ').toLowerCase()} `;

function rewriterAt(rewriter: Rewriter, path: Path): Rewriter | undefined {
  let found: Rewriter | undefined = rewriter;
  for (const name of path) found = found?.member(name);
  return found;
}

function isShownAt(rewriter: Rewriter, path: Path): boolean {
  const found = rewriterAt(rewriter, path);
  return found instanceof ShownField && found.isShown;
}

function refused(kind: DetectedKind, path: Path): GatewayError {
  return new GatewayError(
    'forbidden',
    `The response has what looks like ${kind.replace('_', ' ')} in ${path.join('.') || 'a result'}, which the policy of this token refuses. Leave the field out with exclude_fields, or use a token that redacts it.`,
  );
}
