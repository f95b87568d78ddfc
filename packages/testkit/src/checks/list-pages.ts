import { valueAt } from '@connectory/connector-sdk';
import type { GatewayError } from '@connectory/errors';
import { require, shown } from '../conformance-check.ts';
import type { DeclaredAction } from '../declarations.ts';
import { jsonOf, type TestGateway } from '../test-gateway.ts';

const maxPages = 60;

/** The records of a list by its pages, up to the error that ended it. */
export interface ListPages {
  readonly pages: readonly (readonly unknown[])[];
  /** With the parameters of the page that failed. */
  readonly error?: GatewayError;
  readonly params: object;
}

/** Follows a list by `next_params` to its end. Throws a `Finding` if it does not end. */
export async function readPages(
  gateway: TestGateway,
  { entity, name, title }: DeclaredAction,
  first: object,
): Promise<ListPages> {
  const pages: unknown[][] = [];
  for (let params = first; ; ) {
    require(pages.length < maxPages, () => {
      return `${title} does not end after ${maxPages} pages; the last one was requested with ${shown(params)}. Its paging must return null after the last page.`;
    });
    const { result, error } = await gateway.execute({ entity: entity.name, action: name, params });
    if (error !== undefined) return { pages, error, params };
    pages.push(jsonOf(result) as unknown[]);
    const next = result.kind === 'records' ? (result.meta.next_params as object | null) : null;
    if (next === null) return { pages, params };
    params = { ...params, ...next };
  }
}

/** The key of a record as text; its JSON where the entity has no key. */
export function recordKey({ entity: { key } }: DeclaredAction, record: unknown): string {
  if (key === null) return JSON.stringify(record);
  return [key]
    .flat()
    .map((path) => String(valueAt(record, path)))
    .join('/');
}
