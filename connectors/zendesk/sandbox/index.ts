import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { zendesk } from '../src/index.ts';
import { simulatedArticles } from './articles.ts';
import { simulateEvent } from './events.ts';
import { simulatedOwnFields } from './own-fields.ts';
import { simulatedPeople } from './people.ts';
import { simulatedRules } from './rules.ts';
import { simulatedTickets } from './tickets.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(zendesk, {
  seed: 'helpdesk',
  entities: [...simulatedArticles, ...simulatedRules, ...simulatedPeople, ...simulatedTickets, ...simulatedOwnFields],
  events: simulateEvent,
});
