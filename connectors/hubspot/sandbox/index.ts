import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { hubspot } from '../src/index.ts';
import { simulatedEngagements } from './engagements.ts';
import { simulateEvent } from './events.ts';
import { simulatedFiles } from './files.ts';
import { simulatedGoods } from './goods.ts';
import { simulatedLists } from './lists.ts';
import { simulatedRecords } from './records.ts';
import { simulatedSchemas } from './schemas.ts';
import { simulatedSettings } from './settings.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(hubspot, {
  seed: 'crm',
  entities: [
    ...simulatedFiles,
    ...simulatedRecords,
    ...simulatedEngagements,
    ...simulatedGoods,
    ...simulatedLists,
    ...simulatedSettings,
    ...simulatedSchemas,
  ],
  events: simulateEvent,
});
