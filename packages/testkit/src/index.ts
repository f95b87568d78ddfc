export {
  type ConsentOptions,
  type ConsentRequests,
  type ConsentRequestText,
  consentRequests,
} from './consent-requests.ts';
export { type SimulatedCall, simulatedCalls } from './simulated-calls.ts';
export { type TestConnectorOptions, testConnector } from './test-connector.ts';
export { type VendorCalls, type VendorResponse, vendorCalls } from './vendor-responses.ts';
