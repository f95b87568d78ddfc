export type { KnownDeviation } from '@connectory/api-description';
export {
  type ConsentOptions,
  type ConsentRequests,
  type ConsentRequestText,
  consentRequests,
} from './consent-requests.ts';
export { testConnector } from './test-connector.ts';
export type { TestConnectorOptions, VendorDescription } from './test-connector-options.ts';
