export { type Backup, backUp } from './back-up.ts';
export { chooseAuthentication } from './choose-authentication.ts';
export { type Configuration, readConfiguration } from './configuration.ts';
export { configurationVariables } from './configuration-variables.ts';
export { type InstalledConnectors, loadConnectors } from './connectors.ts';
export { type Gateway, startGateway } from './gateway.ts';
export { type Finding, inspectInstallation } from './inspect-installation.ts';
export { createLogger } from './logger.ts';
export { prepareProcess } from './prepare-process.ts';
