import { type Connector, defineConnector } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { annotations } from './entities/annotations.ts';
import { cohorts } from './entities/cohorts.ts';
import { eventsList } from './entities/events-list.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Product analytics (Amplitude). */
export const amplitude: Connector = defineConnector({
  id: 'amplitude',
  kind: 'product analytics',
  contractId: 'B4',
  vendor: 'Amplitude',
  version: packageJson.version,
  upstream,
  entities: [annotations, cohorts, eventsList],
  meanings,
  personal,
  check: { entity: 'annotations', action: 'list', params: {} },
});
