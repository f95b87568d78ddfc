import { everyActionSuite } from './every-action-suite.ts';
import { advertising } from './toys/adverts.ts';
import { planning } from './toys/boards.ts';
import { forge } from './toys/forge.ts';
import { pages } from './toys/pages.ts';
import { people } from './toys/people.ts';
import { toySandboxes } from './toys/sandboxes.ts';
import { shop } from './toys/shop.ts';

everyActionSuite([shop, pages, people, forge, advertising, planning], toySandboxes);
