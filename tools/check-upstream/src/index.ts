export { fetchManifest, type GatewayOptions, gatewayDryRun } from './gateway-dry-run.ts';
export { loadOwnDescriptions, type OwnConnector, type OwnDescription, ownConnectors } from './own-connectors.ts';
