export { type CreateConnectorOptions, type CreatedConnector, createConnector } from './create-connector.ts';
export { CreateConnectorError } from './create-connector-error.ts';
export { type EntityChoice, entityChoices } from './openapi/entity-choices.ts';
export { type OpenApiSource, readOpenApi } from './openapi/open-api-source.ts';
