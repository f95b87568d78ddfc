import { type JsonSchema, searchParamsSchema } from '@connectory/connector-sdk/engine';

/** The schema of `context_store_search` in manifests, as a separate document: `spec/search.schema.json`. */
export const searchSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Parameters of context_store_search',
  ...searchParamsSchema,
};
