export { helpCentre } from './help-centre/index.ts';
export { hiringDesk } from './hiring-desk.ts';
export { installMadeUpConnectors } from './install-made-up-connectors.ts';
export { ledger } from './ledger/index.ts';
export { madeUpConnectors } from './made-up-connectors.ts';
export { repositoryHost } from './repository-host/index.ts';
