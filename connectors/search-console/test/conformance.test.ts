import { testConnector } from '@connectory/testkit';
import { searchConsole } from '../src/index.ts';

// Without a list of properties, those the user has verified are synchronized.
testConnector(searchConsole, { settings: { site_urls: [] } });
