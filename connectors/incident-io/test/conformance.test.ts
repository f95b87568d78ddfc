import { testConnector } from '@connectory/testkit';
import { incidentIo } from '../src/index.ts';

testConnector(incidentIo, {
  partialCopies: { incidents: 'incident.io leaves tests and tutorials out of its lists' },
});
