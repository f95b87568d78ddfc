import type { Delivery, DeliveryState, Subscription, Subscriptions } from '@connectory/client';
import { Command, Option } from 'commander';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { parseJsonObject } from '../json-input.ts';
import { nearestOf } from '../nearest-of.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentBefore } from '../time-input.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface CommonOptions extends PrintOptions {
  readonly workspace?: string;
}

interface SelectionOptions extends CommonOptions {
  readonly to?: string;
  readonly connection?: string[];
  readonly entity?: string[];
  readonly filter?: string;
  readonly field?: string[];
}

const createHelp = `
Deliveries are signed as Standard Webhooks defines. The command prints the secret that verifies them; it cannot be read again.

Example:
  connectory subscriptions create customers --to https://hooks.example.com/connectory --connection stripe --entity customers
`;

/** `connectory subscriptions`: manages webhooks for changes, and shows their deliveries. */
export function subscriptionsCommand(terminal: Terminal): Command {
  const root = new Command('subscriptions').description(
    'deliver changes to a URL (webhooks), and show what was delivered',
  );
  const open = async ({ workspace }: CommonOptions): Promise<Subscriptions> => {
    const client = openGateway(terminal);
    return client.workspace(await chooseWorkspace(client, terminal, workspace)).subscriptions;
  };
  const common = (command: Command) => command.addOption(workspaceOption()).addOption(jsonOption());
  const selecting = (command: Command) =>
    command
      .option('-c, --connection <names...>', 'only these connections (names or IDs); by default, all')
      .option('-e, --entity <names...>', 'only these entities; by default, all with a synchronized copy')
      .option('--filter <filter>', 'only records that match this filter (JSON); requires exactly one entity')
      .option('--field <names...>', 'deliver only these search fields; by default, all');
  const named = (name: string, description: string, example = '') =>
    common(
      root.command(name).description(description).argument('<subscription>', 'name or ID of the subscription'),
    ).addHelpText('after', `\nExample:\n  connectory subscriptions ${name} customers${example}\n`);
  const show = (options: CommonOptions, subscription: Subscription) =>
    print(terminal, options, subscription, () => subscriptionText(subscription));

  common(root.command('list').description('list subscriptions'))
    .addHelpText('after', '\nExample:\n  connectory subscriptions list\n')
    .action(async (options: CommonOptions) => {
      const found = await Array.fromAsync((await open(options)).list());
      print(terminal, options, found, () => subscriptionTable(found));
    });

  selecting(common(root.command('create').description('create a subscription').argument('<name>', 'a unique name')))
    .requiredOption('--to <url>', 'URL that receives the deliveries')
    .option(
      '--from <time>',
      'start with changes since this time (a date, or a duration such as 24h ago), or "beginning"',
    )
    .addHelpText('after', createHelp)
    .action(async (name: string, options: SelectionOptions & { readonly to: string; readonly from?: string }) => {
      const { to: url, from } = options;
      const created = await (await open(options)).create({
        name,
        url,
        ...selectionOf(options),
        ...(from !== undefined && { from: startOf(from) }),
      });
      print(terminal, options, created, () => `${subscriptionText(created)}\nSecret: ${created.secret}`);
    });

  named('show', 'show a subscription').action(async (name: string, options: CommonOptions) => {
    const subscriptions = await open(options);
    show(options, await subscriptions.get((await find(subscriptions, name)).id));
  });

  selecting(named('update', 'change what is delivered, and where', ' --to https://hooks.example.com/other'))
    .option('--name <name>', 'a new name')
    .option('--to <url>', 'URL that receives the deliveries')
    .action(async (name: string, options: SelectionOptions & { readonly name?: string }) => {
      const { to: url, name: newName } = options;
      const change = {
        ...selectionOf(options),
        ...(url !== undefined && { url }),
        ...(newName !== undefined && { name: newName }),
      };
      if (Object.keys(change).length === 0) throw invalidInput('Nothing to change: give at least one option.');
      const subscriptions = await open(options);
      show(options, await subscriptions.update((await find(subscriptions, name)).id, change));
    });

  for (const [word, state, description] of [
    ['pause', 'paused', 'stop deliveries; changes are kept for later'],
    ['resume', 'active', 'continue deliveries where they stopped'],
  ] as const) {
    named(word, description).action(async (name: string, options: CommonOptions) => {
      const subscriptions = await open(options);
      show(options, await subscriptions.update((await find(subscriptions, name)).id, { state }));
    });
  }

  named('replay', 'deliver changes again, with the same delivery IDs', ' --from 24h')
    .requiredOption('--from <time>', 'since this time: a date, a duration such as 24h ago, or "beginning"')
    .action(async (name: string, options: CommonOptions & { readonly from: string }) => {
      const subscriptions = await open(options);
      show(options, await subscriptions.replay((await find(subscriptions, name)).id, startOf(options.from)));
    });

  named('test', 'send a test event now, and show how the receiver responds').action(
    async (name: string, options: CommonOptions) => {
      const subscriptions = await open(options);
      const result = await subscriptions.test((await find(subscriptions, name)).id);
      const { delivered, status, error } = result;
      print(terminal, options, result, () =>
        delivered
          ? `The receiver accepted the test event (status ${status}).`
          : `The test event failed: ${error ?? `status ${status}`}`,
      );
    },
  );

  named('rotate-secret', 'create a new secret; the previous one signs as well for 24 hours').action(
    async (name: string, options: CommonOptions) => {
      const subscriptions = await open(options);
      const secret = await subscriptions.rotateSecret((await find(subscriptions, name)).id);
      print(terminal, options, { secret }, () => `Secret: ${secret}`);
    },
  );

  named('delete', 'delete a subscription with everything that is waiting to be sent').action(
    async (name: string, options: CommonOptions) => {
      const subscriptions = await open(options);
      show(options, await subscriptions.delete((await find(subscriptions, name)).id));
    },
  );

  named('deliveries', 'list deliveries, newest first', ' --state failed')
    .addOption(
      new Option('--state <state>', 'only deliveries in this state').choices(['waiting', 'delivered', 'failed']),
    )
    .option('--limit <number>', 'maximum number of deliveries', '50')
    .action(
      async (name: string, options: CommonOptions & { readonly state?: DeliveryState; readonly limit: string }) => {
        const subscriptions = await open(options);
        const { id } = await find(subscriptions, name);
        const { state } = options;
        const most = wholeNumber('--limit', options.limit);
        const found: Delivery[] = [];
        for await (const delivery of subscriptions.deliveries(id, state === undefined ? {} : { state })) {
          if (found.length >= most) break;
          found.push(delivery);
        }
        print(terminal, options, found, () => deliveryTable(found));
      },
    );

  named('retry', 'send a delivery again', ' 0f5a3c1e-7b9d-8e2f-a4c6-1d3e5f7a9b0c')
    .argument('<delivery>', 'ID of the delivery')
    .action(async (name: string, delivery: string, options: CommonOptions) => {
      const subscriptions = await open(options);
      const retried = await subscriptions.retry((await find(subscriptions, name)).id, delivery);
      print(terminal, options, retried, () => deliveryTable([retried]));
    });
  return root;
}

async function find(subscriptions: Subscriptions, nameOrId: string): Promise<Subscription> {
  const names: string[] = [];
  for await (const subscription of subscriptions.list()) {
    if (subscription.name === nameOrId || subscription.id === nameOrId) return subscription;
    names.push(subscription.name);
  }
  const near = nearestOf(nameOrId, names);
  const message = `There is no subscription "${nameOrId}".${near === undefined ? '' : ` Did you mean "${near}"?`} List them with: connectory subscriptions list`;
  throw new ProblemError({ status: 404, code: 'not_found', message, errors: [] });
}

const startOf = (text: string) => (text === 'beginning' || text === 'now' ? text : momentBefore(text, Date.now()));

function selectionOf({ connection, entity, filter, field }: SelectionOptions) {
  return {
    ...(connection !== undefined && { connections: connection }),
    ...(entity !== undefined && { entities: entity }),
    ...(filter !== undefined && { filter: parseJsonObject(filter, '--filter') }),
    ...(field !== undefined && { fields: field }),
  };
}

function subscriptionText({ name, id, url, state, state_reason: reason, entities, connections }: Subscription): string {
  const what = entities === null ? 'all entities' : entities.join(', ');
  const where = connections === null ? 'all connections' : `${connections.length} connection(s)`;
  const why = reason === null ? '' : ` (${reason})`;
  return `${name} (${id}) is ${state}${why}.\nDelivers changes of ${what} in ${where} to ${url}`;
}

const subscriptionTable = (found: readonly Subscription[]) =>
  tableText(
    ['name', 'state', 'entities', 'connections', 'URL', 'reason'],
    found.map(({ name, state, entities, connections, url, state_reason: reason }) => [
      name,
      state,
      entities?.join(', ') ?? 'all',
      connections?.length ?? 'all',
      url,
      reason,
    ]),
  );

const deliveryTable = (found: readonly Delivery[]) =>
  tableText(
    ['created', 'state', 'type', 'attempts', 'status', 'next attempt', 'ID', 'error'],
    found.map((delivery) => [
      momentOf(delivery.created_at),
      delivery.state,
      delivery.type,
      delivery.attempts,
      delivery.last_status,
      momentOf(delivery.next_attempt_at),
      delivery.id,
      delivery.last_error,
    ]),
  );
