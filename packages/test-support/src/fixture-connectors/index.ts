export { helpCentre, hiringDesk, ledger, repositoryHost } from './declarations.ts';
export { fixtureConnectors } from './fixture-connectors.ts';
export { installFixtureConnectors } from './install-fixture-connectors.ts';
