import type { Delivery, Subscription, SubscriptionTest } from '@connectory/client';
import { Command } from 'commander';
import {
  type CommandContext,
  example,
  type ManagedCommand,
  type MemberOption,
  managedCommand,
  requireChange,
  tableOf,
} from '../managed-command.ts';
import { nearestOf } from '../nearest-of.ts';
import { ProblemError } from '../problem-error.ts';
import { momentOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentBefore } from '../time-input.ts';

const createHelp = `
Deliveries are signed as Standard Webhooks defines. The command prints the secret that verifies them; it cannot be read again.

Example:
  connectory subscriptions create customers --to https://hooks.example.com/connectory --connection payments --entity customers
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
};
const target: MemberOption = { flags: '--to <url>', about: 'URL that receives the deliveries' };

/** `connectory subscriptions`: manages webhooks for changes, and shows their deliveries. */
export function subscriptionsCommand(terminal: Terminal): Command {
  const root = new Command('subscriptions').description(
    'deliver changes to a URL (webhooks), and show what was delivered',
  );
  type Named<Result> = Omit<ManagedCommand<Result>, 'help'> & { readonly more?: string };
  const named = <Result>({ more = '', ...command }: Named<Result>) =>
    root.addCommand(
      managedCommand<Result>(terminal, {
        ...command,
        help: example(`connectory subscriptions ${command.name} customers${more}`),
        arguments: {
          '<subscription>': { about: 'name or ID of the subscription', find: findSubscription },
          ...command.arguments,
        },
      }),
    );
  const text = subscriptionText;

  root.addCommand(
    managedCommand(terminal, {
      operation: 'listSubscriptions',
      name: 'list',
      description: 'list subscriptions',
      help: example('connectory subscriptions list'),
      text: tableOf<Subscription>({
        name: ({ name }) => name,
        state: ({ state }) => state,
        entities: ({ entities }) => entities?.join(', ') ?? 'all',
        connections: ({ connections }) => connections?.length ?? 'all',
        URL: ({ url }) => url,
        reason: ({ state_reason: reason }) => reason,
      }),
    }),
  );
  root.addCommand(
    managedCommand<Subscription & { readonly secret: string }>(terminal, {
      operation: 'createSubscription',
      name: 'create',
      description: 'create a subscription',
      help: createHelp,
      arguments: { '<name>': { about: 'a unique name', body: 'name' } },
      members: {
        ...selection,
        url: { ...target, isRequired: true },
        from: {
          flags: '--from <time>',
          about: 'start with changes since this time (a date, or a duration such as 24h ago), or "beginning"',
          read: start,
        },
      },
      text: (created) => `${text(created)}\nSecret: ${created.secret}`,
    }),
  );
  named<Subscription>({ operation: 'getSubscription', name: 'show', description: 'show a subscription', text });
  named<Subscription>({
    operation: 'updateSubscription',
    name: 'update',
    description: 'change what is delivered, and where',
    more: ' --to https://hooks.example.com/other',
    members: { ...selection, url: target, name: { flags: '--name <name>', about: 'a new name' }, state: null },
    body: (_context, body) => requireChange(body, 'Nothing to change: give at least one option.'),
    text,
  });
  for (const [name, state, description] of [
    ['pause', 'paused', 'stop deliveries; changes are kept for later'],
    ['resume', 'active', 'continue deliveries where they stopped'],
  ] as const) {
    const none = Object.fromEntries(
      [...Object.keys(selection), 'name', 'url', 'state'].map((member) => [member, null]),
    );
    named<Subscription>({
      operation: 'updateSubscription',
      name,
      description,
      members: none,
      body: () => ({ state }),
      text,
    });
  }
  named<Subscription>({
    operation: 'replaySubscription',
    name: 'replay',
    description: 'deliver changes again, with the same delivery IDs',
    more: ' --from 24h',
    members: {
      from: {
        flags: '--from <time>',
        about: 'since this time: a date, a duration such as 24h ago, or "beginning"',
        isRequired: true,
        read: start,
      },
    },
    text,
  });
  named<SubscriptionTest>({
    operation: 'testSubscription',
    name: 'test',
    description: 'send a test event now, and show how the receiver responds',
    text: ({ delivered, status, error }) =>
      delivered
        ? `The receiver accepted the test event (status ${status}).`
        : `The test event failed: ${error ?? `status ${status}`}`,
  });
  named<{ readonly secret: string }>({
    operation: 'rotateSubscriptionSecret',
    name: 'rotate-secret',
    description: 'create a new secret; the previous one signs as well for 24 hours',
    text: ({ secret }) => `Secret: ${secret}`,
  });
  named<Subscription>({
    operation: 'deleteSubscription',
    name: 'delete',
    description: 'delete a subscription with everything that is waiting to be sent',
    text,
  });
  named<readonly Delivery[]>({
    operation: 'listDeliveries',
    name: 'deliveries',
    description: 'list deliveries, newest first',
    more: ' --state failed',
    limit: 50,
    text: deliveryTable,
  });
  named<Delivery>({
    operation: 'retryDelivery',
    name: 'retry',
    description: 'send a delivery again',
    more: ' 0f5a3c1e-7b9d-8e2f-a4c6-1d3e5f7a9b0c',
    arguments: { '<delivery>': { about: 'ID of the delivery', path: 'delivery' } },
    text: (delivery) => deliveryTable([delivery]),
  });
  return root;
}

async function findSubscription({ client, workspace }: CommandContext, nameOrId: string): Promise<string> {
  const names: string[] = [];
  for await (const { id, name } of client.workspace(workspace).subscriptions.list()) {
    if (name === nameOrId || id === nameOrId) return id;
    names.push(name);
  }
  const near = nearestOf(nameOrId, names);
  const message = `There is no subscription "${nameOrId}".${near === undefined ? '' : ` Did you mean "${near}"?`} List them with: connectory subscriptions list`;
  throw new ProblemError({ status: 404, code: 'not_found', message, errors: [] });
}

function subscriptionText({ name, id, url, state, state_reason: reason, entities, connections }: Subscription): string {
  const what = entities === null ? 'all entities' : entities.join(', ');
  const where = connections === null ? 'all connections' : `${connections.length} connection(s)`;
  const why = reason === null ? '' : ` (${reason})`;
  return `${name} (${id}) is ${state}${why}.\nDelivers changes of ${what} in ${where} to ${url}`;
}

const deliveryTable = tableOf<Delivery>({
  created: (delivery) => momentOf(delivery.created_at),
  state: ({ state }) => state,
  type: ({ type }) => type,
  attempts: ({ attempts }) => attempts,
  status: (delivery) => delivery.last_status,
  'next attempt': (delivery) => momentOf(delivery.next_attempt_at),
  ID: ({ id }) => id,
  error: (delivery) => delivery.last_error,
});
