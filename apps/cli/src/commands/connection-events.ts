import type { EventEndpoint, EventEndpointChange, EventRegistration } from '@connectory/client';
import { Command, Option } from 'commander';
import { confirm } from '../confirm.ts';
import { readCredentials } from '../credentials.ts';
import { exitCodes } from '../exit-code.ts';
import { openConnection } from '../find-connection.ts';
import { factsText } from '../managed-command.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption, yesOption } from './options.ts';

interface EventsOptions extends PrintOptions {
  readonly workspace?: string;
  readonly secret?: string;
  readonly newUrl?: true;
  readonly register?: true;
  readonly unregister?: true;
  readonly yes?: true;
}

const help = `
With --register, the gateway creates the webhooks at the vendor and stores their secret; repeat it after --new-url. If the registration is
manual, give the URL to the vendor as a webhook, and store the secret with which the vendor signs: a JSON object {"secret": "…"} in a file or on
standard input. Like all credentials, it cannot be given as an argument. The README of the connector lists the steps.

Examples:
  connectory connections events stripe --register
  connectory connections events stripe
  echo '{"secret":"whsec_1"}' | connectory connections events stripe --secret -
`;

/** `connectory connections events`: shows and manages the URL to which the vendor of a connection sends events. */
export function connectionEventsCommand(terminal: Terminal, end: (code: number) => void): Command {
  return new Command('events')
    .description("show the URL for the vendor's events, register it, store their secret, or make a new URL")
    .argument('<connection>', 'name or ID of the connection')
    .addOption(workspaceOption())
    .addOption(jsonOption())
    .option('--secret <source>', 'store the secret: @file, or - for standard input')
    .option('--new-url', 'make a new URL; the former one is refused from then on')
    .addOption(
      new Option('--register', 'create the webhooks at the vendor').conflicts(['secret', 'newUrl', 'unregister']),
    )
    .addOption(new Option('--unregister', 'remove the webhooks from the vendor').conflicts(['secret', 'newUrl']))
    .addOption(yesOption())
    .addHelpText('after', help)
    .action(async (nameOrId: string, options: EventsOptions) => {
      const change = await changeOf(terminal, options);
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      if (options.unregister) {
        const warning = `This removes the webhooks of "${nameOrId}" from the vendor: its events no longer arrive.`;
        await confirm(terminal, { warning }, options.yes === true);
      }
      if (options.register || options.unregister) {
        const outcome = await (options.register ? connections.registerEvents(id) : connections.unregisterEvents(id));
        print(terminal, options, outcome, () => outcomeOf(outcome));
        if (outcome.failed.length > 0) end(exitCodes.other);
        return;
      }
      const endpoint = change === null ? await connections.events(id) : await connections.updateEvents(id, change);
      print(terminal, options, endpoint, () => detailsOf(endpoint));
    });
}

async function changeOf(terminal: Terminal, { secret, newUrl }: EventsOptions): Promise<EventEndpointChange | null> {
  if (secret === undefined) return newUrl ? { new_url: true } : null;
  const { secret: value } = (await readCredentials(terminal, secret)) ?? {};
  if (value === undefined) throw invalidInput('Give the secret as a JSON object: {"secret": "…"}.');
  return { secret: value, new_url: newUrl ?? false };
}

const outcomeOf = ({ created, unchanged, removed, failed, state }: EventRegistration) =>
  tableText(
    ['', ''],
    [
      ['created', String(created)],
      ['unchanged', String(unchanged)],
      ['removed', String(removed)],
      ['state', state === 'secret_missing' && created + unchanged > 0 ? `${state}: store it with --secret` : state],
      ...failed.map(({ for: what, detail }) => ['failed', what === null ? detail : `${what}: ${detail}`]),
    ],
  ).trimStart();

const detailsOf = (endpoint: EventEndpoint) =>
  factsText({
    url: endpoint.url ?? 'unknown: set CONNECTORY_PUBLIC_URL',
    state: endpoint.state,
    registration: endpoint.registration,
    secret: endpoint.secret_description ?? 'none: keep the URL secret',
    entities: endpoint.entities.join(', '),
    received: endpoint.received,
    repeated: endpoint.repeated,
    refused: endpoint.refused,
    applied: endpoint.applied,
    'last received': endpoint.last_received_at === null ? 'never' : momentOf(endpoint.last_received_at),
    documentation: endpoint.documentation,
  });
