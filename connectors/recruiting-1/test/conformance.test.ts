import { testConnector } from '@connectory/testkit';
import { recruiting1 } from '../src/index.ts';

testConnector(recruiting1, {
  partialCopies: { job_posts: 'Greenhouse lists deleted posts only when asked for nothing else' },
});
