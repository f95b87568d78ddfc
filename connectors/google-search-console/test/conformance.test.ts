import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { googleSearchConsole } from '../src/index.ts';

// Without a list of properties, those the user has verified are synchronized.
testConnector(googleSearchConsole, {
  sandbox,
  settings: { site_urls: [] },
  params: { 'sites.delete': { siteUrl: 'http://old-museum.example/' } },
});
