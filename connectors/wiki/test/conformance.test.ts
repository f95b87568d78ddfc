import { testConnector } from '@connectory/testkit';
import { wiki } from '../src/index.ts';

const trash = 'what lies in the trash is no part of the wiki any more';

testConnector(wiki, { partialCopies: { pages: trash, blog_posts: trash } });
