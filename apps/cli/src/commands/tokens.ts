import type { Client, NewToken, Token } from '@connectory/client';
import { type Effect, effects } from '@connectory/connector-sdk/engine';
import { Command, Option } from 'commander';
import { expiryOf } from '../expiry.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { momentOf, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface TokenOptions extends PrintOptions {
  readonly workspace?: string;
}

interface CreateOptions extends TokenOptions {
  readonly expires?: string;
  readonly manage?: true;
  readonly readOnly?: true;
  readonly connectors?: string[];
  readonly entities?: string[];
  readonly actions?: string[];
  readonly effects?: Effect[];
  readonly denyEffects?: Effect[];
  readonly maxRecords?: string;
  readonly callsPerMinute?: string;
  readonly callsPerDay?: string;
}

/** `connectory tokens`: who may use a workspace. */
export function tokensCommand(terminal: Terminal): Command {
  const tokens = new Command('tokens').description('create, list and revoke access tokens');
  const open = async ({ workspace }: TokenOptions) => {
    const client = openGateway(terminal);
    return client.workspace(await chooseWorkspace(client, terminal, workspace)).tokens;
  };
  const subcommand = (name: string, description: string, example: string) =>
    tokens
      .command(name)
      .description(description)
      .addOption(workspaceOption())
      .addOption(jsonOption())
      .addHelpText('after', `\nExample:\n  ${example}\n`);

  subcommand('list', 'list tokens, with expired and revoked ones', 'connectory tokens list').action(
    async (options: TokenOptions) => {
      const found = await Array.fromAsync((await open(options)).list());
      print(terminal, options, found, () => tokenTable(found));
    },
  );

  subcommand(
    'create',
    'create a token; its text is shown only once',
    'connectory tokens create reporting --read-only --connectors payments --expires 90d',
  )
    .argument('<name>', 'who uses it, and for what')
    .option('--expires <time>', 'when it expires: a date such as 2027-01-31, or a duration such as 90d or 12h')
    .option('--manage', 'also manage the workspace: connections, tokens, synchronisation, audit')
    .option('--read-only', 'only actions that change nothing upstream')
    .option('--connectors <names...>', 'only these connectors (ids) or connections (names)')
    .option('--entities <names...>', 'only these entities')
    .option('--actions <names...>', 'only these actions')
    .addOption(new Option('--effects <effects...>', 'only actions with these effects').choices(effects))
    .addOption(new Option('--deny-effects <effects...>', 'no actions with these effects').choices(effects))
    .option('--max-records <number>', 'maximum number of records per call')
    .option('--calls-per-minute <number>', 'maximum requests per minute, in each gateway process')
    .option('--calls-per-day <number>', 'maximum requests per UTC day')
    .action(async (name: string, options: CreateOptions) => {
      const created = await (await open(options)).create(newToken(name, options));
      print(
        terminal,
        options,
        created,
        () => `${created.token}\nKeep it now: it cannot be shown again. Id ${created.id}.`,
      );
    });

  subcommand('revoke', 'end a token for good', 'connectory tokens revoke reporting')
    .argument('<token>', 'name or id of the token')
    .action(async (nameOrId: string, options: TokenOptions) => {
      const opened = await open(options);
      const revoked = await opened.revoke((await findToken(opened, nameOrId)).id);
      print(terminal, options, revoked, () => `Token "${revoked.name}" (${revoked.id}) is revoked.`);
    });
  return tokens;
}

function newToken(name: string, options: CreateOptions): NewToken {
  const { expires, manage, readOnly, connectors, entities, actions, effects: allow, denyEffects: deny } = options;
  const { maxRecords, callsPerMinute, callsPerDay } = options;
  const policy = {
    ...(manage && { manage: true }),
    ...(readOnly && { read_only: true }),
    ...(connectors && { connectors }),
    ...(entities && { entities }),
    ...(actions && { actions }),
    ...((allow ?? deny) && { effects: { ...(allow && { allow }), ...(deny && { deny }) } }),
    ...(maxRecords !== undefined && { max_records: numberOf('--max-records', maxRecords) }),
    ...(callsPerMinute !== undefined && { calls_per_minute: numberOf('--calls-per-minute', callsPerMinute) }),
    ...(callsPerDay !== undefined && { calls_per_day: numberOf('--calls-per-day', callsPerDay) }),
  };
  return {
    name,
    ...(expires !== undefined && { expires_at: expiryOf(expires, Date.now()) }),
    ...(Object.keys(policy).length > 0 && { policy }),
  };
}

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (Number.isNaN(number)) throw invalidInput(`${option} must be a whole number.`);
  return number;
}

async function findToken(tokens: ReturnType<Client['workspace']>['tokens'], nameOrId: string): Promise<Token> {
  const found = await Array.fromAsync(tokens.list());
  const withId = found.find(({ id }) => id === nameOrId);
  if (withId !== undefined) return withId;
  const [named, ...others] = found.filter(({ name, revoked_at: revoked }) => name === nameOrId && revoked === null);
  if (named === undefined) {
    const message = `There is no valid token "${nameOrId}". List them with: connectory tokens list`;
    throw new ProblemError({ status: 404, code: 'not_found', message });
  }
  if (others.length === 0) return named;
  const ids = [named, ...others].map(({ id }) => id).join(', ');
  throw invalidInput(`Several tokens are named "${nameOrId}". Name one by its id: ${ids}.`);
}

function tokenTable(tokens: readonly Token[]): string {
  return tableText(
    ['name', 'id', 'may', 'created', 'expires', 'revoked'],
    tokens.map(({ name, id, policy, created_at: created, expires_at: expires, revoked_at: revoked }) => [
      name,
      id,
      policyText(policy),
      momentOf(created),
      momentOf(expires),
      momentOf(revoked),
    ]),
  );
}

function policyText({
  manage,
  read_only: readOnly,
  connectors,
  entities,
  actions,
  effects: { allow, deny } = {},
  max_records: most,
  calls_per_minute: perMinute,
  calls_per_day: perDay,
}: Token['policy']): string {
  const parts = [
    ...(readOnly === true ? ['read'] : []),
    ...[connectors, entities, actions, allow].flatMap((names) =>
      names === undefined ? [] : [names.join(' ') || 'nothing'],
    ),
    ...(deny === undefined || deny.length === 0 ? [] : [`no ${deny.join(' ')}`]),
    ...(most === undefined ? [] : [`${most} records`]),
    ...(perMinute === undefined ? [] : [`${perMinute} calls a minute`]),
    ...(perDay === undefined ? [] : [`${perDay} calls a day`]),
  ];
  return [parts.join(', ') || 'everything', ...(manage === true ? ['manage'] : [])].join(', ');
}
