export type { KnownDeviation } from '@connectory/api-description';
export { testConnector } from './test-connector.ts';
export type { TestConnectorOptions, VendorDescription } from './test-connector-options.ts';
