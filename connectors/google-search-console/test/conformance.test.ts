import { testConnector } from '@connectory/testkit';
import { googleSearchConsole } from '../src/index.ts';

// Without a list of properties, those the user has verified are synchronized.
testConnector(googleSearchConsole, { settings: { site_urls: [] } });
