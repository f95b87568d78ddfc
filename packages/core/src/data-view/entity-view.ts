import { createHash, createHmac } from 'node:crypto';
import type { Action, Entity, Paging, RawValue } from '@connectory/connector-sdk';
import type { DirectActionName } from '@connectory/connector-sdk/engine';
import {
  type Condition,
  type EntityLayout,
  evaluate,
  fieldsOf,
  type LayoutField,
  parseSearch,
  pathOf,
  pathsOf,
  type SearchQuery,
  type StoredRecord,
  searchDocument,
} from '@connectory/context-store';
import type { DetectPolicy, FieldRule, PersonalPolicy, RecordRule } from '@connectory/control-plane';
import { GatewayError } from '@connectory/errors';
import {
  keepElements,
  parseExactly,
  parsePlainly,
  type Rewriter,
  replaceElements,
  rewriteJson,
  rewriteValue,
  writeExactly,
} from '@connectory/exact-json';
import type { SnapshotView } from '@connectory/snapshots';
import { readingResponse } from '../errors.ts';
import type { RegisteredEntity } from '../registry.ts';
import { FieldView, type FieldViewParts } from './field-view.ts';
import { conditionOf } from './record-condition.ts';
import { Seal } from './seal.ts';

/** What a policy says of the records of one entity. */
export interface EntityRules {
  readonly fields: readonly FieldRule[];
  readonly records: readonly RecordRule[];
  readonly personal: PersonalPolicy | undefined;
  readonly detect: DetectPolicy | undefined;
  /** Whether its records belong to records of which the policy hides some. */
  readonly hasHiddenParents: boolean;
}

type Document = StoredRecord['document'];

/** Records of a response. */
interface ShapedRecords {
  readonly json: Buffer;
  readonly count: number;
}

/** What a policy shows of the records of one entity of a connection. */
export class EntityView {
  /** Equal for what shows the same of equal records. */
  readonly id: string;
  /** Which records exist; null for all. */
  readonly condition: Condition | null;
  readonly fields: FieldView;
  /** As `fields`, but what may not be shown is always replaced: the response to a write has to be shown. */
  readonly #fieldsOfWrites: FieldView;
  readonly #entity: RegisteredEntity;
  readonly #problem: string | undefined;
  readonly #seal: Seal;
  /** The entity and its layout with only the search fields that the condition is about; undefined without a condition. */
  readonly #tested: { readonly entity: Entity; readonly layout: EntityLayout } | undefined;
  #layout: EntityLayout | undefined;

  constructor(
    entity: RegisteredEntity,
    rules: EntityRules,
    parts: Omit<FieldViewParts, 'entity' | 'rules' | 'personal' | 'detect'>,
  ) {
    const { fields, records, personal, detect = {} } = rules;
    const of = { ...parts, entity: entity.entity, rules: fields, personal };
    this.#entity = entity;
    this.fields = new FieldView({ ...of, detect });
    const redacted = Object.entries(detect).map(([kind, treatment]) => [
      kind,
      treatment === 'refuse' ? 'redact' : treatment,
    ]);
    this.#fieldsOfWrites = Object.values(detect).includes('refuse')
      ? new FieldView({ ...of, detect: Object.fromEntries(redacted) })
      : this.fields;
    const parsed = conditionOf(records, entity.copy);
    this.condition = typeof parsed === 'string' ? null : parsed;
    this.#problem = this.#problemOf(rules, parsed);
    this.#tested =
      this.condition === null || entity.copy === null
        ? undefined
        : testedPart(entity.entity, entity.copy, this.condition);
    // Another version of a connector may mark other fields.
    const content = [
      parts.connector.id,
      parts.connector.version,
      entity.entity.name,
      fields,
      records,
      personal,
      detect,
    ];
    this.id = createHash('sha256').update(JSON.stringify(content)).update(parts.hashKey).digest('base64url');
    this.#seal = new Seal(createHmac('sha256', parts.hashKey).update(`pages ${this.id}`).digest());
  }

  /** Whether records of the entity can be shown at all. */
  get isReadable(): boolean {
    return this.#problem === undefined;
  }

  /** Throws `forbidden` with the reason if records of the entity cannot be shown at all. */
  requireReadable(): void {
    if (this.#problem === undefined) return;
    throw new GatewayError('forbidden', `The policy of this token hides ${this.#entity.entity.name}: ${this.#problem}`);
  }

  /** The search fields that are shown, whole or in part. Throws a `TypeError` for an entity without a copy. */
  get layout(): EntityLayout {
    const { copy } = this.#entity;
    if (copy === null) throw new TypeError(`${this.#entity.entity.name} has no copy`);
    this.#layout ??= this.#shown(copy, (field) => field);
    return this.#layout;
  }

  /** Parses the parameters of a search. Throws like `parseSearch`, and `invalid_query` for conditions on fields that are hidden. */
  parseSearch(given: unknown): SearchQuery {
    const query = parseSearch(this.#withCursor(given), this.layout);
    const columns = [...(query.aggregate?.groups ?? []), ...(query.aggregate?.values ?? [])];
    const used = [
      ...(query.filter === null ? [] : pathsOf(query.filter)),
      ...query.sort.map(({ field }) => pathOf(field)),
      ...columns.flatMap(({ field }) => (field === null ? [] : [pathOf(field)])),
    ];
    const hidden = used.find((path) => !this.fields.showsInSearch(path));
    if (hidden === undefined) return query;
    throw hiddenField(hidden.join('.'), '/params/query', 'invalid_query');
  }

  /** A query that finds only records that exist for the policy. */
  restricted(query: SearchQuery): SearchQuery {
    const { condition } = this;
    if (condition === null) return query;
    const { filter } = query;
    return { ...query, filter: filter === null ? condition : { kind: 'and', conditions: [condition, filter] } };
  }

  /** What is shown of the results of a search: records, or the rows of an aggregation. */
  async searchResults(json: Buffer, { aggregate }: SearchQuery): Promise<Buffer> {
    const rewriter = aggregate === null ? this.fields.document : this.fields.texts;
    return rewriter === undefined ? json : replaceElements(json, (elements) => rewriteJson(elements, rewriter));
  }

  /** A cursor of a search that shows nothing: a position has texts of a record, in which something may be found. */
  sealedCursor(cursor: string): string {
    return this.#seal.close(cursor);
  }

  // One that was not returned by a search with this view is refused like any other text.
  #withCursor(params: unknown): unknown {
    if (typeof params !== 'object' || params === null || !('cursor' in params)) return params;
    const { cursor } = params;
    return typeof cursor !== 'string' ? params : { ...params, cursor: this.#seal.open(cursor) ?? '' };
  }

  /**
   * The parameters of a next page that show nothing of the records before it, of which something may be hidden. Numbers of pages and records
   * stay as they are.
   */
  sealedPage<Next extends Readonly<Record<string, unknown>> | null>(
    { paging }: Pick<Action, 'paging'>,
    next: Next,
  ): Next {
    if (next === null || paging === null || isCounted(paging)) return next;
    const sealed = Object.entries(next).map(([name, value]) => [name, this.#seal.close(writeExactly(value))]);
    return Object.fromEntries(sealed) as Next;
  }

  /**
   * The parameters of a call with the next page as the upstream knows it. Where records are hidden, throws `invalid_cursor` for a page that
   * `sealedPage` did not name: it would tell whether a record exists.
   */
  openedPage({ paging, continuation = [] }: Pick<Action, 'paging' | 'continuation'>, params: object): object {
    if (paging === null || isCounted(paging)) return params;
    const { param, alternatives = [], also = {} } = paging;
    const names = new Set([param, ...alternatives, ...Object.keys(also), ...continuation]);
    const opened = Object.entries(params).map(([name, value]): [string, unknown] => {
      if (!names.has(name)) return [name, value];
      const text = typeof value === 'string' ? this.#seal.open(value) : undefined;
      if (text !== undefined) return [name, parseExactly(text)];
      if (this.condition === null) return [name, value];
      throw strangePage(name);
    });
    return Object.fromEntries(opened);
  }

  /** Whether a record of the copy exists for the policy. */
  matches(document: Document): boolean {
    return this.condition === null || evaluate(this.condition, document);
  }

  /** What is shown of a record of the copy. Throws `forbidden` for what the policy refuses, which is replaced for somebody who cannot be told. */
  document(document: Document, mayRefuse = true): Document {
    const { document: rewriter } = mayRefuse ? this.fields : this.#fieldsOfWrites;
    return rewriteValue(document, rewriter) as Document;
  }

  /** Whether a record that a call with these parameters returned exists for the policy. */
  async includes(record: RawValue, params: Readonly<Record<string, unknown>>): Promise<boolean> {
    const [isIncluded = false] = await this.#included([record], params);
    return isIncluded;
  }

  async #included(
    records: readonly RawValue[],
    params: Readonly<Record<string, unknown>>,
  ): Promise<readonly boolean[]> {
    if (this.#tested === undefined) return records.map(() => true);
    const { entity, layout } = this.#tested;
    await entity.search?.prepare?.(records);
    return records.map((record) => this.matches(searchDocument(entity, layout, record, params)));
  }

  /** What is shown of the record that a call returned. Throws `upstream_unavailable` for a response that is no JSON, and `forbidden`. */
  record(json: Buffer, action: DirectActionName, isWrite: boolean): Buffer {
    const { record } = isWrite ? this.#fieldsOfWrites : this.fields;
    return readingResponse(action, () => rewriteJson(json, record));
  }

  /** What is shown of the records that a call returned, of those that exist for the policy. Throws like `record`. */
  async records(
    { json, count }: ShapedRecords,
    action: DirectActionName,
    params: Readonly<Record<string, unknown>>,
  ): Promise<ShapedRecords> {
    let kept = this.condition === null ? count : 0;
    const rewriter = this.fields.record;
    const replaced = replaceElements(json, async (elements) => {
      if (this.condition === null) return rewriteJson(elements, rewriter);
      const parsed = parsePlainly(elements) as readonly RawValue[] | undefined;
      const records = parsed ?? (parseExactly(elements.toString('utf8')) as readonly RawValue[]);
      const existing = await this.#included(records, params);
      kept += existing.filter(Boolean).length;
      const exists = (index: number) => existing[index] === true;
      if (parsed === undefined) return rewriteJson(keepElements(elements, exists), rewriter);
      if (rewriter.isUnchanged && existing.every(Boolean)) return elements;
      return Buffer.from(
        JSON.stringify(
          rewriteValue(
            parsed.filter((_, index) => exists(index)),
            rewriter,
          ),
        ),
      );
    });
    const shown = await replaced.catch((cause) => readingResponse(action, () => rethrow(cause)));
    return { json: shown, count: kept };
  }

  /** How the records of the copy stand in files. */
  get snapshot(): SnapshotView {
    const { copy } = this.#entity;
    if (copy === null) throw new TypeError(`${this.#entity.entity.name} has no copy`);
    const rewriter: Rewriter = this.fields.document;
    return {
      id: this.id,
      layout: this.#shown(copy, asText),
      line: (line) => {
        const isHidden = this.condition !== null && !this.matches(parseExactly(line.toString('utf8')) as Document);
        return isHidden ? null : rewriteJson(line, rewriter);
      },
    };
  }

  #shown(layout: EntityLayout, treated: (field: LayoutField) => LayoutField): EntityLayout {
    const fields = layout.fields.flatMap((field): LayoutField[] => {
      const treatment = this.fields.treatmentInSearch([field.name]);
      if (treatment === 'drop') return [];
      if (treatment !== undefined) return [treated(field)];
      const members = Object.entries(field.members).flatMap(([path, type]): [string, LayoutField['type']][] => {
        const below = this.fields.treatmentInSearch([field.name, ...path.split('.')]);
        return below === 'drop' ? [] : [[path, below === undefined ? type : treated({ ...field, type }).type]];
      });
      return [{ ...field, members: Object.fromEntries(members) }];
    });
    return { ...layout, fields };
  }

  #problemOf({ records, hasHiddenParents }: EntityRules, parsed: Condition | null | string): string | undefined {
    const { hiddenKey } = this.fields;
    if (hiddenKey !== undefined) return `its records are identified by ${hiddenKey}, which is hidden.`;
    if (typeof parsed === 'string') return `a condition on its records cannot be applied: ${parsed}`;
    if (!hasHiddenParents || records.length > 0) return undefined;
    return 'its records belong to records of which some are hidden. Add a rule for it to policy.records, {} for all.';
  }
}

// Hashes and masks of numbers are texts; in objects and lists they are not told apart.
function asText(field: LayoutField): LayoutField {
  const isOpen = field.type === 'any' || field.type === 'array' || field.type === 'object';
  return { ...field, type: isOpen ? 'any' : 'string', members: {} };
}

function testedPart(entity: Entity, layout: EntityLayout, condition: Condition) {
  const names = new Set(fieldsOf(condition).map(({ root }) => root));
  const fields = layout.fields.filter(({ name }) => names.has(name));
  const { search } = entity;
  if (search === null) return { entity, layout };
  const derived = Object.entries(search.derived).filter(([name]) => names.has(name));
  const tested = {
    ...search,
    fields: search.fields.filter((name) => names.has(name)),
    derived: Object.fromEntries(derived),
  };
  return { entity: { ...entity, search: tested }, layout: { ...layout, fields } };
}

// Nothing but how far the list has been read.
const isCounted = ({ style }: Paging) => style === 'offset' || style === 'page-number';

function rethrow(cause: unknown): never {
  throw cause;
}

function strangePage(param: string): GatewayError {
  const message = 'was not returned in next_params for a token with this policy';
  return new GatewayError('invalid_cursor', `params.${param} ${message}. Start again without it.`, {
    errors: [{ field: `/params/${param}`, message, error_code: 'invalid_cursor' }],
  });
}

/** The error of a field that a policy hides. */
export function hiddenField(path: string, field: string, code: 'forbidden' | 'invalid_query'): GatewayError {
  const message = `names ${path}, which the policy of this token hides`;
  return new GatewayError(code, `The request ${message}. Leave it out, or use a token that may see it.`, {
    errors: [{ field, message, error_code: 'not_allowed' }],
  });
}
