import type { z } from 'zod';
import { declarationOf, declaredBy } from './declared-function.ts';
import type { Page, Paging } from './page.ts';
import type { ParamsSchema } from './params.ts';

/**
 * The same paging, with the parameters of the next page converted to the types that the action declares: URLs contain numbers as text, and
 * bodies may contain a number where text is expected.
 */
export function withParamTypes(paging: Paging | null, params: ParamsSchema): Paging | null {
  if (paging === null) return null;
  const next = (page: Page) => fitAll(paging.next(page), params);
  const declaration = declarationOf(paging.next);
  return Object.freeze({ ...paging, next: declaration === undefined ? next : declaredBy(next, declaration) });
}

function fitAll(values: Readonly<Record<string, unknown>> | null, { shape }: ParamsSchema) {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fit(value, shape[name])]));
}

function fit(value: unknown, schema: z.ZodType | undefined): unknown {
  // Callers send these parameters back as JSON, in which few programs preserve such large integers.
  if (typeof value === 'bigint') return schema?.safeParse(value).success ? value : String(value);
  if (schema === undefined || schema.safeParse(value).success) return value;
  const other = typeof value === 'number' ? String(value) : toNumber(value);
  return schema.safeParse(other).success ? other : value;
}

const toNumber = (value: unknown) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value);
