import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { incidentIo } from '../src/index.ts';

testConnector(incidentIo, {
  sandbox,
  partialCopies: { incidents: 'incident.io leaves tests and tutorials out of its lists' },
});
