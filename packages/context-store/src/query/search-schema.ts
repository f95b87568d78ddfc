import { type JsonSchema, searchParamsSchema } from '@connectory/connector-sdk/engine';

/** The schema manifests show for `context_store_search`, as a document of its own: `spec/search.schema.json` is this schema. */
export const searchSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Parameters of context_store_search',
  ...searchParamsSchema,
};
