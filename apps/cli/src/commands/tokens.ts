import type { Client, NewPolicy, NewToken, Token, TokenPreview } from '@connectory/client';
import { Command } from 'commander';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { type PrintOptions, print } from '../print.ts';
import { invalidInput, ProblemError } from '../problem-error.ts';
import { momentOf, printable, tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { momentAfter } from '../time-input.ts';
import { jsonOption, workspaceOption } from './options.ts';
import { type PolicyOptions, policyOf, policyText, withPolicy } from './token-policy.ts';

interface TokenOptions extends PrintOptions {
  readonly workspace?: string;
}

interface CreateOptions extends TokenOptions, PolicyOptions {
  readonly expires?: string;
}

type Tokens = ReturnType<Client['workspace']>['tokens'];
type PreviewedConnection = TokenPreview['data'][number];

/** `connectory tokens`: manages the tokens of a workspace. */
export function tokensCommand(terminal: Terminal): Command {
  const tokens = new Command('tokens').description('list, create, preview and revoke tokens');
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

  subcommand('list', 'list tokens, including expired and revoked ones', 'connectory tokens list').action(
    async (options: TokenOptions) => {
      const found = await Array.fromAsync((await open(options)).list());
      print(terminal, options, found, () => tokenTable(found));
    },
  );

  withPolicy(
    subcommand(
      'create',
      'create a token; its text is shown only once',
      'connectory tokens create reporting --read-only --connectors stripe --expires 90d',
    ),
  )
    .argument('<name>', 'who uses it, and for what')
    .option('--expires <time>', 'when it expires: a date such as 2027-01-31, or a duration such as 90d or 12h')
    .action(async (name: string, options: CreateOptions) => {
      const created = await (await open(options)).create(newToken(name, options));
      print(
        terminal,
        options,
        created,
        () => `${created.token}\nStore it now: it cannot be shown again. ID: ${created.id}`,
      );
    });

  withPolicy(
    subcommand('preview', 'show what a token could do, without creating it', 'connectory tokens preview --read-only'),
  ).action(async (options: PolicyOptions & TokenOptions) => {
    const found = await previewOf(await open(options), policyOf(options));
    print(terminal, options, found, () => previewText(found));
  });

  subcommand('revoke', 'revoke a token; this cannot be undone', 'connectory tokens revoke reporting')
    .argument('<token>', 'name or ID of the token')
    .action(async (nameOrId: string, options: TokenOptions) => {
      const opened = await open(options);
      const revoked = await opened.revoke((await findToken(opened, nameOrId)).id);
      print(terminal, options, revoked, () => `Token "${revoked.name}" (${revoked.id}) is revoked.`);
    });
  return tokens;
}

function newToken(name: string, { expires, ...options }: CreateOptions): NewToken {
  const policy = policyOf(options);
  return {
    name,
    ...(expires !== undefined && { expires_at: momentAfter(expires, Date.now()) }),
    ...(Object.keys(policy).length > 0 && { policy }),
  };
}

async function previewOf(tokens: Tokens, policy: NewPolicy): Promise<readonly PreviewedConnection[]> {
  const found: PreviewedConnection[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, meta } = await tokens.preview(policy, cursor === undefined ? {} : { cursor });
    found.push(...data);
    cursor = meta.next_cursor;
  }
  return found;
}

function previewText(found: readonly PreviewedConnection[]): string {
  const denied = found.filter(({ allowed }) => !allowed).map(({ name }) => name);
  return [
    previewTable(found.filter(({ allowed }) => allowed)),
    ...(denied.length === 0 ? [] : [`No access: ${denied.map(printable).join(', ')}`]),
  ].join('\n');
}

const previewTable = (found: readonly PreviewedConnection[]) =>
  tableText(
    ['connection', 'connector', 'entity', 'allowed', 'not allowed'],
    found.flatMap(({ name, connector, entities }) =>
      entities.map(({ entity, actions }) => {
        const named = (wanted: boolean) =>
          actions.filter(({ allowed }) => allowed === wanted).map(({ action }) => action);
        return [name, connector, entity, named(true).join(' '), named(false).join(' ')];
      }),
    ),
  );

async function findToken(tokens: Tokens, nameOrId: string): Promise<Token> {
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
  throw invalidInput(`Several tokens are named "${nameOrId}". Name one by its ID: ${ids}.`);
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
