// An entry of its own: it loads zod, which threads that only throw errors do not need.
export {
  batchRequestSchema,
  dottedPath,
  executeActionRequestSchema,
  executeBounds,
  executeRequestSchema,
  sqlParamsSchema,
  sqlRequestSchema,
} from './execute-schema.ts';
export { schemaError } from './schema-issue.ts';
export { refusedInput, refusedParams, validateInput, validateParams } from './validate-input.ts';
