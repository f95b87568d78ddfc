import type { Action } from './action.ts';
import type { Upstream } from './upstream.ts';

/** Where a vendor accepts an idempotency key for a write: a header, or a member of the JSON body. */
export type IdempotencyPath = { readonly header: string } | { readonly field: string };

/** Where the vendor accepts an idempotency key for a write: as the action declares it, else its upstream. */
export function idempotencyPathOf(
  { idempotencyField: field, idempotencyHeader }: Pick<Action, 'idempotencyField' | 'idempotencyHeader'>,
  upstream: Pick<Upstream, 'idempotencyHeader'>,
): IdempotencyPath | undefined {
  if (field !== undefined) return { field };
  const header = idempotencyHeader ?? upstream.idempotencyHeader;
  return header === undefined ? undefined : { header };
}
