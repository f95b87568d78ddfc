import type { ParamsOf, ParamsSchema, RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';
import { greenhouse } from './adapter.ts';
import { type changeFilter, isWithin, listQuery } from './lists.ts';
import type { Reshaping } from './reshaping.ts';

interface ListOptions<P extends ParamsSchema> {
  readonly params: P;
  readonly syncOnly?: typeof changeFilter;
  readonly shape?: Reshaping;
  /** Parameters under the names Harvest has for them, where those are others. */
  readonly named?: (params: ParamsOf<P>) => Readonly<Record<string, unknown>>;
  /** Whether a simulated row passes the filters that are not about time. */
  readonly passes?: (row: RawValue, params: RawValue) => boolean;
}

// The type of a template cannot express that a collection has no placeholders.
const routeOf = (collection: string) => `GET /${collection}` as 'GET /';

/** The list of a collection, newest record first. */
export const listOf = <P extends ParamsSchema>(collection: string, summary: string, options: ListOptions<P>) => {
  const { params, syncOnly, shape, named = (given) => given, passes = () => true } = options;
  return greenhouse(routeOf(collection), {
    summary,
    params,
    ...(syncOnly && { syncOnly }),
    // What is sync-only stays under its own name.
    wire: (_rest, given) => ({ query: listQuery(named(given as ParamsOf<P>)) }),
    ...shape,
    simulate: {
      matches: (record, given) => {
        const row = shape === undefined ? record : shape.toRow(record);
        return passes(row, given) && isWithin(row, given);
      },
    },
  });
};

/** One record of a collection: Harvest has it as the list of one id. */
export const getOf = (collection: string, summary: string, shape: Reshaping) =>
  greenhouse(routeOf(collection), {
    summary,
    params: z.object({ id: z.int().describe('Id of the record') }),
    wire: ({ id }) => ({ query: { ids: id } }),
    match: { id: 'id' },
    ...shape,
    simulate: { answers: ({ id }) => id !== undefined },
  });
