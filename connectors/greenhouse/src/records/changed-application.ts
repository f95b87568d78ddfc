import type { RawValue } from '@connectory/connector-sdk';
import { z } from 'zod';

/** Of the application that is moved or rejected; Greenhouse may return nothing, so the result is its id alone. */
export const thatApplication = { id: z.int().describe('Id of the application') };

/** The result of what changes an application. */
export const changedApplication = {
  result: z.object({ id: z.int() }),
  toRecord: (_response: RawValue, { id }: { readonly id: number }) => ({ id }),
};
