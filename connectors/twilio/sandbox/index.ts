import { type ConnectorSandbox, defineSandbox } from '@connectory/sandbox';
import { twilio } from '../src/index.ts';
import { simulatedCalls } from './calls.ts';
import { simulateEvent } from './events.ts';
import { simulatedMessages } from './messages.ts';
import { simulatedPractice } from './practice.ts';

/** The simulated vendor: its sample records, and what it does beyond the declaration. */
export const sandbox: ConnectorSandbox = defineSandbox(twilio, {
  seed: 'telephony',
  entities: [...simulatedPractice, ...simulatedCalls, ...simulatedMessages],
  events: simulateEvent,
});
