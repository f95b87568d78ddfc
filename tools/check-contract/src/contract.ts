import { z } from 'zod';
import { fieldsByName, limitsByName } from './field-facts.ts';

const actionName = z.enum([
  'list',
  'get',
  'create',
  'update',
  'delete',
  'api_search',
  'download',
  'context_store_search',
]);

const byAction = <Value extends z.ZodType>(value: Value) => z.partialRecord(actionName, value);

const entity = z
  .strictObject({
    actions: z.array(actionName).min(1),
    pagination: byAction(fieldsByName).exactOptional(),
    params: byAction(fieldsByName).exactOptional(),
    partialParams: z.array(actionName).exactOptional(),
    requires: byAction(z.array(z.array(z.string()).min(2))).exactOptional(),
    record: fieldsByName.exactOptional(),
    partialRecord: z.literal(true).exactOptional(),
    results: byAction(fieldsByName).exactOptional(),
    searchFields: fieldsByName.exactOptional(),
    partialSearchFields: z.literal(true).exactOptional(),
  })
  .superRefine((facts, refinement) => {
    const named = [
      ...[facts.pagination, facts.params, facts.requires, facts.results].flatMap((part) => Object.keys(part ?? {})),
      ...(facts.partialParams ?? []),
      ...(facts.searchFields ? ['context_store_search'] : []),
    ];
    for (const name of new Set(named)) {
      if (facts.actions.some((action) => action === name)) continue;
      refinement.addIssue({
        code: 'custom',
        message: `It says something about ${name}, which is not among its actions`,
      });
    }
  });

const connector = z.strictObject({
  catalogId: z.string().regex(/^[AB]\d+$/),
  kind: z.string(),
  limits: byAction(limitsByName).exactOptional(),
  pagination: byAction(fieldsByName).exactOptional(),
  entities: z.record(z.string(), entity),
});

const contract = z
  .strictObject({
    counts: z.strictObject({
      connectors: z.int(),
      entities: z.int(),
      directActions: z.int(),
      searchableEntities: z.int(),
    }),
    connectors: z.record(z.string(), connector),
  })
  .superRefine(({ counts, connectors }, refinement) => {
    const found = count(Object.values(connectors));
    for (const name of Object.keys(found) as (keyof typeof found)[]) {
      if (found[name] === counts[name]) continue;
      refinement.addIssue({
        code: 'custom',
        path: ['counts', name],
        message: `It says ${counts[name]}, but the file has ${found[name]}`,
      });
    }
  });

/** The contract of all connectors, by connector id. */
export type Contract = z.infer<typeof contract>;

/** What the contract says about one connector; `pagination` and `limits` apply to every entity with the action. */
export type ConnectorContract = z.infer<typeof connector>;

/** What the contract says about one entity. */
export type EntityContract = z.infer<typeof entity>;

/** Name of an action, including `context_store_search`. */
export type ActionName = z.infer<typeof actionName>;

function count(connectors: readonly ConnectorContract[]): Contract['counts'] {
  const entities = connectors.flatMap((one) => Object.values(one.entities));
  return { connectors: connectors.length, ...countActions(entities.map(({ actions }) => actions)) };
}

/** Counts entities, given the names of the actions of each. */
export function countActions(entities: readonly (readonly ActionName[])[]): Omit<Contract['counts'], 'connectors'> {
  return {
    entities: entities.length,
    directActions: entities.flat().filter(isDirect).length,
    searchableEntities: entities.filter((names) => !names.every(isDirect)).length,
  };
}

/** Whether an action runs on the upstream; all except `context_store_search` do. */
export function isDirect(action: ActionName): boolean {
  return action !== 'context_store_search';
}

/**
 * Parses the content of `spec/contract.json`. Throws an `Error` that names every unknown key, wrong type, fact about an action that the
 * entity lacks, and wrong count.
 */
export function parseContract(value: unknown): Contract {
  const result = contract.safeParse(value);
  if (!result.success) throw new Error(`The contract file is not valid:\n${z.prettifyError(result.error)}`);
  return result.data;
}
