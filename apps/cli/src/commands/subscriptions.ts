import type { Delivery, Subscription, SubscriptionTest } from '@connectory/client';
import type { Command } from 'commander';
import {
  type CommandContext,
  type ManagedCommand,
  type MemberOption,
  managedGroup,
  requireChange,
  tableOf,
} from '../managed-command.ts';
import { nearestOf } from '../nearest-of.ts';
import { ProblemError } from '../problem-error.ts';
import type { Terminal } from '../terminal.ts';
import { momentBefore } from '../time-input.ts';

const createHelp = `
Deliveries are signed as Standard Webhooks defines. The command prints the secret that verifies them; it cannot be read again.

Example:
  connectory subscriptions create customers --to https://hooks.example.com/connectory --connection stripe --entity customers
  connectory subscriptions create alerts --to https://hooks.example.com/alerts --events 'connection.*' sync.failed
`;

const start = (text: string) => (text === 'beginning' || text === 'now' ? text : momentBefore(text, Date.now()));

const selection: Readonly<Record<string, MemberOption>> = {
  connections: {
    flags: '-c, --connection <names...>',
    about: 'only these connections (names or IDs); by default, all',
  },
  entities: {
    flags: '-e, --entity <names...>',
    about: 'only these entities; by default, all with a synchronized copy',
  },
  filter: {
    flags: '--filter <filter>',
    about: 'only records that match this filter (JSON); requires exactly one entity',
  },
  fields: { flags: '--field <names...>', about: 'deliver only these search fields; by default, all' },
  events: {
    flags: '--events <types...>',
    about: 'lifecycle events to deliver, such as connection.*; with record.* also changes of records, the default',
  },
  reconnect_links: {
    flags: '--reconnect-links',
    about: 'send a connect link with connection.reauthorization_required',
  },
};
const target: MemberOption = { flags: '--to <url>', about: 'URL that receives the deliveries' };

const deliveryTable = tableOf<Delivery>({
  created: 'created_at',
  state: 'state',
  type: 'type',
  attempts: 'attempts',
  status: 'last_status',
  'next attempt': 'next_attempt_at',
  ID: 'id',
  error: 'last_error',
});

/** A command that only changes the state. */
function stateCommand(name: string, state: Subscription['state'], description: string): ManagedCommand<Subscription> {
  const members = Object.fromEntries([...Object.keys(selection), 'name', 'url', 'state'].map((one) => [one, null]));
  const body = () => ({ state });
  return { operation: 'updateSubscription', name, description, example: 'customers', members, body, text };
}

/** `connectory subscriptions`: manages webhooks for changes and events, and shows their deliveries. */
export const subscriptionsCommand = (terminal: Terminal): Command =>
  managedGroup(terminal, {
    name: 'subscriptions',
    description: 'deliver changes and events to a URL (webhooks), and show what was delivered',
    item: { syntax: '<subscription>', about: 'name or ID of the subscription', path: 'id', find: findSubscription },
    commands: [
      {
        operation: 'listSubscriptions',
        name: 'list',
        text: tableOf<Subscription>({
          name: 'name',
          state: 'state',
          events: ({ events }) => (events ?? ['record.*']).join(', '),
          entities: ({ entities }) => entities?.join(', ') ?? 'all',
          connections: ({ connections }) => connections?.length ?? 'all',
          URL: 'url',
          reason: 'state_reason',
        }),
      },
      {
        operation: 'createSubscription',
        name: 'create',
        help: createHelp,
        arguments: [{ syntax: '<name>', about: 'a unique name', body: 'name' }],
        members: {
          ...selection,
          url: { ...target, isRequired: true },
          from: {
            flags: '--from <time>',
            about: 'start with what happened since this time (a date, or a duration such as 24h ago), or "beginning"',
            read: start,
          },
        },
        text: (created: Subscription & { readonly secret: string }) => `${text(created)}\nSecret: ${created.secret}`,
      },
      { operation: 'getSubscription', name: 'show', description: 'show a subscription', example: 'customers', text },
      {
        operation: 'updateSubscription',
        name: 'update',
        description: 'change what is delivered, and where',
        example: 'customers --to https://hooks.example.com/other',
        members: { ...selection, url: target, name: { flags: '--name <name>', about: 'a new name' }, state: null },
        body: (_context, body) => requireChange(body, 'Nothing to change: give at least one option.'),
        text,
      },
      stateCommand('pause', 'paused', 'stop deliveries; changes and events are kept for later'),
      stateCommand('resume', 'active', 'continue deliveries where they stopped'),
      {
        operation: 'replaySubscription',
        name: 'replay',
        description: 'deliver changes and events again, with the same delivery IDs',
        example: 'customers --from 24h',
        members: {
          from: {
            flags: '--from <time>',
            about: 'since this time: a date, a duration such as 24h ago, or "beginning"',
            isRequired: true,
            read: start,
          },
        },
        text,
      },
      {
        operation: 'testSubscription',
        name: 'test',
        description: 'send a test event now, and show how the receiver responds',
        example: 'customers',
        text: ({ delivered, status, error }: SubscriptionTest) =>
          delivered
            ? `The receiver accepted the test event (status ${status}).`
            : `The test event failed: ${error ?? `status ${status}`}`,
      },
      {
        operation: 'rotateSubscriptionSecret',
        name: 'rotate-secret',
        description: 'create a new secret; the previous one signs as well for 24 hours',
        example: 'customers',
        text: ({ secret }: { readonly secret: string }) => `Secret: ${secret}`,
      },
      {
        operation: 'deleteSubscription',
        name: 'delete',
        description: 'delete a subscription with everything that is waiting to be sent',
        example: 'customers --yes',
        confirmation: (name) => ({
          warning: `This deletes the subscription "${name}" with its deliveries: what is waiting is not sent. It cannot be undone.`,
        }),
        text: ({ name, id }: Subscription) => `Subscription "${name}" (${id}) is deleted.`,
      },
      {
        operation: 'listDeliveries',
        name: 'deliveries',
        description: 'list deliveries, newest first',
        example: 'customers --state failed',
        limit: 50,
        text: deliveryTable,
      },
      {
        operation: 'retryDelivery',
        name: 'retry',
        description: 'send a delivery again',
        example: 'customers 0f5a3c1e-7b9d-8e2f-a4c6-1d3e5f7a9b0c',
        arguments: [{ syntax: '<delivery>', about: 'ID of the delivery', path: 'delivery' }],
        text: (delivery: Delivery) => deliveryTable([delivery]),
      },
    ],
  });

async function findSubscription({ client, workspace }: CommandContext, nameOrId: string): Promise<Subscription> {
  const names: string[] = [];
  for await (const subscription of client.workspace(workspace).subscriptions.list()) {
    if (subscription.name === nameOrId || subscription.id === nameOrId) return subscription;
    names.push(subscription.name);
  }
  const near = nearestOf(nameOrId, names);
  const message = `There is no subscription "${nameOrId}".${near === undefined ? '' : ` Did you mean "${near}"?`} List them with: connectory subscriptions list`;
  throw new ProblemError({ status: 404, code: 'not_found', message, errors: [] });
}

function text(subscription: Subscription): string {
  const { name, id, url, state, state_reason: reason, entities, connections, events } = subscription;
  const what = entities === null ? 'all entities' : entities.join(', ');
  const where = connections === null ? 'all connections' : `${connections.length} connection(s)`;
  const why = reason === null ? '' : ` (${reason})`;
  const lifecycle = events?.filter((type) => type !== 'record.*') ?? [];
  const delivered = [
    ...(lifecycle.length > 0 ? [lifecycle.join(', ')] : []),
    ...(events === null || lifecycle.length < events.length ? [`changes of ${what}`] : []),
  ];
  return `${name} (${id}) is ${state}${why}.\nDelivers ${delivered.join(' and ')} in ${where} to ${url}`;
}
