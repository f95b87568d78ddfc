import type { ParamsOf, ParamsSchema } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from './adapter.ts';
import { type changeFilter, listQuery } from './lists.ts';
import type { Reshaping } from './reshaping.ts';

interface ListOptions<P extends ParamsSchema> {
  readonly params: P;
  readonly syncOnly?: typeof changeFilter;
  readonly shape?: Reshaping;
  /** Parameters under the names Harvest has for them, where those are others. */
  readonly named?: (params: ParamsOf<P>) => Readonly<Record<string, unknown>>;
}

// The type of a template cannot express that a collection has no placeholders.
const routeOf = (collection: string) => `GET /${collection}` as 'GET /';

/** The list of a collection, newest record first. */
export const listOf = <P extends ParamsSchema>(collection: string, summary: string, options: ListOptions<P>) => {
  const { params, syncOnly, shape, named = (given) => given } = options;
  return greenhouse(routeOf(collection), {
    summary,
    params,
    ...(syncOnly && { syncOnly }),
    // What is sync-only stays under its own name.
    wire: (_rest, given) => ({ query: listQuery(named(given as ParamsOf<P>)) }),
    ...(shape && { toRecord: shape.toRecord }),
  });
};

/** One record of a collection: Harvest has it as the list of one id. */
export const getOf = (collection: string, summary: string, shape: Reshaping) =>
  greenhouse(routeOf(collection), {
    summary,
    params: z.object({ id: z.int().describe('Id of the record') }),
    wire: ({ id }) => ({ query: { ids: id } }),
    match: { id: 'id' },
    toRecord: shape.toRecord,
  });
