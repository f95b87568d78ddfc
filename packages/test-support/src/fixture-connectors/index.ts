export { fixtureConnectors } from './fixture-connectors.ts';
export { helpCentre } from './help-centre/index.ts';
export { hiringDesk } from './hiring-desk.ts';
export { installFixtureConnectors } from './install-fixture-connectors.ts';
export { ledger } from './ledger/index.ts';
export { repositoryHost } from './repository-host/index.ts';
