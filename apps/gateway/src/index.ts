export { chooseAuthentication } from './connections/choose-authentication.ts';
export { type InstalledConnectors, loadConnectors } from './plugins/connectors.ts';
export { type Backup, backUp } from './start/back-up.ts';
export { type Configuration, readConfiguration } from './start/configuration.ts';
export { configurationVariables } from './start/configuration-variables.ts';
export { type Gateway, startGateway } from './start/gateway.ts';
export { type Finding, inspectInstallation } from './start/inspect-installation.ts';
export { prepareProcess } from './start/process.ts';
export { createLogger } from './telemetry/logger.ts';
