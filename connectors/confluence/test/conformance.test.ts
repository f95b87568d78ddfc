import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { confluence } from '../src/index.ts';

const trash = 'what lies in the trash is no part of the wiki any more';

testConnector(confluence, { sandbox, partialCopies: { pages: trash, blog_posts: trash } });
