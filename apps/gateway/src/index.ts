export { type Configuration, readConfiguration } from './configuration.ts';
export { builtInConnectors, loadConnectors } from './connectors.ts';
export { type Gateway, startGateway } from './gateway.ts';
export { createLogger } from './logger.ts';
