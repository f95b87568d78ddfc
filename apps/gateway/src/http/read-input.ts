import { validateInput } from '@connectory/errors';
import type { Request } from 'express';
import type { z } from 'zod';
import { readJsonBody } from './read-body.ts';

/** Returns the validated JSON body. Throws `malformed_request` and `invalid_params` with a pointer into the body. */
export async function readBodyAs<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  return validateInput(schema, await readJsonBody(request));
}

/** Returns the validated query parameters. Throws `invalid_params`. */
export function readQueryAs<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  return validateInput(schema, { ...request.query }, ['query']);
}
