import { type Connector, defineConnector, setting } from '@connectory/connector-sdk';
import packageJson from '../package.json' with { type: 'json' };
import { upstream } from './adapter.ts';
import { attachments } from './entities/attachments.ts';
import { audit } from './entities/audit.ts';
import { blogPosts } from './entities/blog-posts.ts';
import { contentLabels } from './entities/content-labels.ts';
import { groups } from './entities/groups.ts';
import { inlineComments } from './entities/inline-comments.ts';
import { pageComments } from './entities/page-comments.ts';
import { pages } from './entities/pages.ts';
import { spaces } from './entities/spaces.ts';
import { events } from './events.ts';
import { logo } from './logo.ts';
import { meanings } from './meanings.ts';
import { personal } from './personal.ts';

/** Wiki (Confluence Cloud). */
export const confluence: Connector = defineConnector({
  id: 'confluence',
  kind: 'wiki / knowledge base',
  contractId: 'A3',
  vendor: 'Confluence',
  logo,
  version: packageJson.version,
  upstream,
  entities: [spaces, pages, blogPosts, pageComments, inlineComments, contentLabels, groups, audit, attachments],
  meanings,
  personal,
  check: { entity: 'spaces', action: 'list', params: { limit: 1 }, account: setting('subdomain') },
  events,
});
