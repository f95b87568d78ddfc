import { testConnector } from '@connectory/testkit';
import { sandbox } from '../sandbox/index.ts';
import { github } from '../src/index.ts';

testConnector(github, { sandbox });
