// Without functions for tests, which need Node.js: these modules are loaded into interpreters as well.
export { helpCentre } from './help-centre/index.ts';
export { hiringDesk } from './hiring-desk.ts';
export { ledger } from './ledger/index.ts';
export { repositoryHost } from './repository-host/index.ts';
