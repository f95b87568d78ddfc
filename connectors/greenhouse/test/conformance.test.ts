import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { greenhouse } from '../src/index.ts';

testConnector(greenhouse, {
  sandbox,
  partialCopies: { job_posts: 'Greenhouse lists deleted posts only when asked for nothing else' },
});
