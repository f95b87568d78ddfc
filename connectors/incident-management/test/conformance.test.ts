import { testConnector } from '@connectory/testkit';
import { incidentManagement } from '../src/index.ts';

testConnector(incidentManagement, {
  partialCopies: { incidents: 'incident.io leaves tests and tutorials out of its lists' },
});
