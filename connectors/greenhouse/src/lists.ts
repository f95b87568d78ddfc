import { z } from 'zod';

/** Parameters of every list. */
export const listParams = z.object({
  per_page: z.int().min(1).max(500).default(100).describe('Number of records per page'),
  page: z
    .int()
    .min(1)
    .refine(
      (page) => page === 1,
      'must be 1: Greenhouse has no page numbers, so merge next_params of the previous page',
    )
    .default(1)
    .describe('Only 1 is accepted; to get the next page, merge next_params of the previous one'),
});

const isTime = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success;

/** A filter by time. */
export const timeParam = (description: string) =>
  z
    .string()
    .refine(isTime, 'must be an ISO 8601 time with its zone, such as 2026-11-01T00:00:00Z')
    .optional()
    .describe(description)
    .meta({ format: 'date-time' });

/** Filters by the time at which a record was made. */
export const createdParams = {
  created_after: timeParam('Only records created at or after this time'),
  created_before: timeParam('Only records created before this time'),
};

/** The filters by the time of the last change. */
export const updatedParams = {
  updated_after: timeParam('Only records changed at or after this time'),
  updated_before: timeParam('Only records changed before this time'),
};

/** The same filter for lists whose contract does not offer it to callers. */
export const changeFilter = z.object({ updated_after: updatedParams.updated_after });

/** The parameters of a list that can be restricted to new records. */
export const changeParams = listParams.extend({ updated_after: updatedParams.updated_after });

/** Sync cursor: requests the records that changed since the last pass. */
export const changedLast = { field: 'updated_at', param: 'updated_after' } as const;

type Values = Readonly<Record<string, unknown>>;

export const end = /^(.+)_(after|before)$/;

/** The query of a list: `created_after` and `created_before` are the ends of one filter, `created_at=gte|…|lt|…`. */
export function listQuery({ page: _first, ...values }: Values): Values {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const [, subject, side] = end.exec(name) ?? [];
    if (subject === undefined) query[name] = value;
    else if (value !== undefined) {
      const field = `${subject}_at`;
      const bound = `${side === 'after' ? 'gte' : 'lt'}|${value}`;
      query[field] = query[field] === undefined ? bound : `${query[field]}|${bound}`;
    }
  }
  return query;
}
