import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { monday } from '../src/index.ts';

// An item that the suite creates has no subitems.
testConnector(monday, { sandbox, params: { 'subitems.list': { parent_item_id: '5091388402' } } });
