import { testConnector } from '@connectory/testkit';
import { greenhouse } from '../src/index.ts';

testConnector(greenhouse, {
  partialCopies: { job_posts: 'Greenhouse lists deleted posts only when asked for nothing else' },
});
