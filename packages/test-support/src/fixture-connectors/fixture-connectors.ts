import type { Connector } from '@connectory/connector-sdk';
import { helpCentre } from './help-centre/index.ts';
import { hiringDesk } from './hiring-desk.ts';
import { ledger } from './ledger/index.ts';
import { repositoryHost } from './repository-host/index.ts';

/**
 * All made-up connectors, by id. Together they cover the differences between connectors: paging, authentication, settings, failures, files,
 * copies.
 */
export const fixtureConnectors: readonly Connector[] = [helpCentre, hiringDesk, ledger, repositoryHost];
