import type { Entity } from '@connectory/connector-sdk';
import { fieldsOfSchema, type JsonSchema, jsonSchema, mayHaveField } from '@connectory/connector-sdk/engine';
import { type Condition, parseSearch } from '@connectory/context-store';
import {
  type ControlPlane,
  type DataPolicy,
  type FieldRule,
  type Policy,
  policyAllowsConnection,
  type RecordRule,
  type WorkspaceId,
} from '@connectory/control-plane';
import { type FieldError, GatewayError, nearestName } from '@connectory/errors';
import { connectorOf } from '../own-fields/own-connector.ts';
import type { RegisteredConnector, RegisteredEntity, Registry } from '../registry.ts';
import { isWithin } from './field-paths.ts';
import { costOf, leavesOf } from './record-condition.ts';

/** What rules are checked against. */
export interface RuleParts {
  readonly registry: Registry;
  readonly controlPlane: {
    readonly connections: Pick<ControlPlane['connections'], 'findByName' | 'list' | 'ownFields'>;
  };
}

/** Who gives a policy: what rules may name is what the workspace has and the policy of the giver allows. */
export interface RuleGiver {
  readonly workspaceId: WorkspaceId;
  readonly policy: Policy;
}

const maxErrors = 20;
const maxConnections = 1_000;

/**
 * What is wrong with the rules of a policy, at most 20 errors with JSON pointers into the request: entities and fields that nothing has, and
 * conditions that cannot be read. A connector that is not installed is not wrong: its rules are checked against all that are.
 */
export async function unsoundRules(
  parts: RuleParts,
  giver: RuleGiver,
  { fields = [], records = [] }: Pick<DataPolicy, 'fields' | 'records'>,
): Promise<readonly FieldError[]> {
  const known = new KnownEntities(parts, giver);
  const errors: FieldError[] = [];
  const check = async <Rule extends NamedRule>(rules: readonly Rule[], problems: ProblemsOf<Rule>, part: string) => {
    for (const [index, rule] of rules.entries()) {
      if (errors.length >= maxErrors) return;
      const found = await problemsOf(known, rule, problems);
      errors.push(...found.map((error) => ({ ...error, field: `/policy/${part}/${index}${error.field}` })));
    }
  };
  await check(fields, fieldProblems, 'fields');
  await check(records, recordProblems, 'records');
  return errors.slice(0, maxErrors);
}

type NamedRule = Pick<FieldRule, 'connector' | 'entity'>;
type ProblemsOf<Rule> = (rule: Rule, entities: readonly RegisteredEntity[]) => readonly FieldError[];

async function problemsOf<Rule extends NamedRule>(
  known: KnownEntities,
  rule: Rule,
  problems: ProblemsOf<Rule>,
): Promise<readonly FieldError[]> {
  const found = (connectors: readonly RegisteredConnector[]) => {
    const entities = connectors.flatMap(({ entities: all }) => [...all.values()]);
    const named = entities.filter(({ entity }) => rule.entity === undefined || entity.name === rule.entity);
    if (rule.entity !== undefined && named.length === 0) return [unknownEntity(rule.entity, entities)];
    return problems(rule, named);
  };
  const [declared, withOwn] = await known.of(rule.connector);
  const errors = found(declared);
  return errors.length > 0 && found([...declared, ...(await withOwn())]).length === 0 ? [] : errors;
}

/** The connectors that a rule may be about, first as they are installed, then with what accounts have added. */
class KnownEntities {
  readonly #parts: RuleParts;
  readonly #giver: RuleGiver;
  #own: Promise<readonly RegisteredConnector[]> | undefined;

  constructor(parts: RuleParts, giver: RuleGiver) {
    this.#parts = parts;
    this.#giver = giver;
  }

  async of(
    name: string | undefined,
  ): Promise<readonly [readonly RegisteredConnector[], () => Promise<readonly RegisteredConnector[]>]> {
    const { registry, controlPlane } = this.#parts;
    const { workspaceId, policy } = this.#giver;
    const installed = name === undefined ? undefined : registry.get(name);
    if (installed !== undefined)
      return [[installed], async () => (await this.#extended()).filter(({ connector }) => connector.id === name)];
    const connection = name === undefined ? null : await controlPlane.connections.findByName(workspaceId, name);
    const isVisible =
      connection !== null &&
      policyAllowsConnection(policy, { connector: connection.connector, connection: connection.name });
    const own = isVisible ? await connectorOf(this.#parts, connection) : undefined;
    return own === undefined ? [registry.all(), () => this.#extended()] : [[own], async () => []];
  }

  #extended(): Promise<readonly RegisteredConnector[]> {
    this.#own ??= this.#load();
    return this.#own;
  }

  async #load(): Promise<readonly RegisteredConnector[]> {
    const { workspaceId, policy } = this.#giver;
    const { items } = await this.#parts.controlPlane.connections.list(workspaceId, { policy, limit: maxConnections });
    const own = items.filter(({ ownRevision }) => ownRevision !== null);
    const found = await Promise.all(own.map((connection) => connectorOf(this.#parts, connection)));
    return found.filter((one) => one !== undefined);
  }
}

const treatments = ['drop', 'mask', 'hash'] as const;

function fieldProblems(rule: FieldRule, entities: readonly RegisteredEntity[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const part of ['allow', ...treatments] as const) {
    for (const [index, path] of rule[part]?.entries() ?? []) {
      const problem = pathProblem(path.split('.'), part, entities);
      if (problem !== undefined) errors.push({ ...problem, field: `/${part}/${index}` });
      if (errors.length >= maxErrors) return errors;
    }
  }
  return errors;
}

function pathProblem(
  path: readonly string[],
  part: 'allow' | (typeof treatments)[number],
  entities: readonly RegisteredEntity[],
): Omit<FieldError, 'field'> | undefined {
  const having = entities.filter(({ entity }) => hasField(entity, path));
  if (having.length === 0) {
    const computed = entities.find(({ entity }) => isComputed(entity, path));
    if (computed !== undefined) {
      if (part === 'allow') return undefined;
      const message = `is computed from other fields of ${computed.entity.name}; name those, and it is hidden as well`;
      return { message, error_code: 'not_allowed' };
    }
    const near = nearestName(
      path.join('.'),
      entities.flatMap(({ entity }) => declaredPaths(entity)),
    );
    const message = 'is not a field of the records';
    return { message, error_code: 'unknown_name', ...(near !== undefined && { did_you_mean: near }) };
  }
  const identified = having.filter(({ entity }) => keyPaths(entity).some((key) => isWithin(key, path)));
  if (part === 'allow' || identified.length < having.length) return undefined;
  const message = `identifies the records of ${identified[0]?.entity.name}, which could not be read without it; forbid the entity instead`;
  return { message, error_code: 'not_allowed' };
}

function recordProblems({ where }: RecordRule, entities: readonly RegisteredEntity[]): readonly FieldError[] {
  if (Object.keys(where).length === 0) return [];
  const copies = entities.flatMap(({ copy }) => copy ?? []);
  if (copies.length === 0)
    return [
      { field: '/entity', message: 'has no search fields to which conditions could apply', error_code: 'not_allowed' },
    ];
  const problems = copies.map((layout): readonly FieldError[] => {
    try {
      const { filter } = parseSearch({ query: { filter: where } }, layout);
      if (filter === null) return [];
      const costly = costOf([filter]);
      if (costly !== undefined) return [{ field: '/where', message: costly, error_code: 'too_long' }];
      return searchesWords(filter) ? [noWords] : [];
    } catch (error) {
      if (!GatewayError.is(error, 'invalid_query')) throw error;
      return error.errors.map((one) => ({ ...one, field: one.field.replace(/^\/params\/query\/filter/, '/where') }));
    }
  });
  return problems.some((errors) => errors.length === 0) ? [] : (problems[0] ?? []);
}

const noWords: FieldError = {
  field: '/where',
  message: 'uses keyword or fuzzy, which need the copy; use eq, in or like',
  error_code: 'operator_not_allowed',
};

const searchesWords = (condition: Condition): boolean =>
  leavesOf(condition).some(({ kind }) => kind === 'keyword' || kind === 'fuzzy');

function unknownEntity(name: string, entities: readonly RegisteredEntity[]): FieldError {
  const near = nearestName(name, new Set(entities.map(({ entity }) => entity.name)));
  const message = 'is not an entity of a connector that the rule names';
  return { field: '/entity', message, error_code: 'unknown_name', ...(near !== undefined && { did_you_mean: near }) };
}

const schemas = new WeakMap<Entity, readonly JsonSchema[]>();

/** The schemas of what calls on an entity return, without what is computed for its copy. */
function schemasOf(entity: Entity): readonly JsonSchema[] {
  const known = schemas.get(entity);
  if (known !== undefined) return known;
  const given = Object.entries(entity.search?.derived ?? {}).filter(([, { from }]) => from === undefined);
  const results = Object.values(entity.actions)
    .flatMap(({ result }): readonly JsonSchema[] => (result === undefined ? [] : [jsonSchema(result)]))
    // A response without a body says nothing of records.
    .filter((result) => fieldsOfSchema(result).length > 0);
  const made: readonly JsonSchema[] = [
    jsonSchema(entity.record),
    ...results,
    ...given.map(([name, { type }]) => around(name.split('.'), jsonSchema(type))),
  ];
  schemas.set(entity, made);
  return made;
}

const around = (path: readonly string[], schema: JsonSchema): JsonSchema =>
  path.reduceRight<JsonSchema>((inner, name) => ({ type: 'object', properties: { [name]: inner } }), schema);

const hasField = (entity: Entity, path: readonly string[]): boolean =>
  schemasOf(entity).some((schema) => mayHaveField(schema, path));

const declaredPaths = (entity: Entity): readonly string[] =>
  schemasOf(entity).flatMap((schema) => fieldsOfSchema(schema).map(({ path }) => path.join('.')));

const keyPaths = ({ key }: Entity): readonly (readonly string[])[] => [key ?? []].flat().map((one) => one.split('.'));

function isComputed({ search }: Entity, path: readonly string[]): boolean {
  return Object.entries(search?.derived ?? {}).some(
    ([name, { from }]) => from !== undefined && isWithin(path, name.split('.')),
  );
}
