import type { Client } from '@connectory/client';
import {
  type OperationRequest,
  type OperationValues,
  operationsById,
  type RequestMember,
  sendOperation,
} from '@connectory/client/operations';
import { Command, Option } from 'commander';
import { jsonOption, workspaceOption, yesOption } from './commands/options.ts';
import { type Confirmation, confirm } from './confirm.ts';
import { chooseWorkspace, openGateway } from './gateway.ts';
import { parseJsonObject } from './json-input.ts';
import { type PrintOptions, print } from './print.ts';
import { invalidInput } from './problem-error.ts';
import { type Cell, momentOf, tableText } from './table.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

/** The options of a command as they were given, by attribute. */
type Given = PrintOptions & Readonly<Record<string, unknown>>;

/** What a command needs before its request: the gateway, the workspace (empty if it has none), and the options. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly client: Client;
  readonly workspace: string;
  readonly options: Given;
}

/** How the option of a member differs from what its schema says. */
export interface MemberOption {
  /** As Commander writes it: `--to <url>`. */
  readonly flags?: string;
  readonly about?: string;
  readonly isRequired?: true;
  /** Reads the text of the option. */
  readonly read?: (text: string) => unknown;
}

/** A positional argument: how it is written, such as `<token>`, an explanation, and where its value goes. */
interface CommandArgument {
  readonly syntax: string;
  readonly about: string;
  /** The parameter of the path that it becomes. */
  readonly path?: string;
  /** The member of the query that it becomes. */
  readonly query?: string;
  /** The member of the body that it becomes. */
  readonly body?: string;
  /** Finds the object by a name or ID; its ID becomes the value of the path. */
  readonly find?: (context: CommandContext, name: string) => Promise<NamedObject>;
}

/** An object of a workspace as it is found by its name or ID. */
interface NamedObject {
  readonly id: string;
  readonly name: string;
}

/** A command that sends one operation of the gateway. */
export interface ManagedCommand<Result> {
  readonly operation: OperationId;
  readonly name: string;
  /** By default, the summary of the operation. */
  readonly description?: string;
  /** The rest of an example after the names of the command. */
  readonly example?: string;
  /** Text after the help, instead of an example. */
  readonly help?: string;
  readonly arguments?: readonly CommandArgument[];
  /** Differences of options from the schema by dotted member; null for a member without an option. */
  readonly members?: Readonly<Record<string, MemberOption | null>>;
  /** Options that are no members of the request. */
  readonly options?: readonly Option[];
  /** The operation to send instead, if these options ask for it. */
  readonly instead?: (options: Given) => OperationId | undefined;
  /** Completes the query. */
  readonly query?: (context: CommandContext, query: Members) => Promise<Members>;
  /** Completes the body, before anything is sent. */
  readonly body?: (context: Omit<CommandContext, 'workspace'>, body: Members) => Members | Promise<Members>;
  /** What a deletion asks, by the name of the object. Every operation that deletes has one. */
  readonly confirmation?: (name: string) => Confirmation;
  /** Number of entries of a list by default; all if omitted. */
  readonly limit?: number;
  /** Whether `--all` prints the entries of the list one by one, unless on a terminal. */
  readonly hasAll?: true;
  /** Takes the result from the response; by default, all of it, or the entries of a list that has pages. */
  readonly result?: (response: { readonly data: Result }) => unknown;
  readonly text: (result: Result) => string;
}

/** Commands on one kind of object, such as `connectory tokens`. */
export interface ManagedGroup {
  readonly name: string;
  readonly description: string;
  /** The argument of commands on one object: those whose address has its parameter. */
  readonly item?: CommandArgument & { readonly path: string };
  readonly commands: readonly (ManagedCommand<never> | Command)[];
}

type OperationId = keyof typeof operationsById;

/** Members of a query or a body by name. */
export type Members = Readonly<Record<string, unknown>>;

/** Makes the commands of a group. */
export function managedGroup(terminal: Terminal, { name, description, item, commands }: ManagedGroup): Command {
  const group = new Command(name).description(description);
  for (const command of commands) {
    if (command instanceof Command) group.addCommand(command);
    else {
      const isOnItem =
        item !== undefined &&
        operationsById[command.operation].path.includes(`{${item.path}}`) &&
        !command.arguments?.some(({ path }) => path === item.path);
      const positionals = [...(isOnItem ? [item] : []), ...(command.arguments ?? [])];
      group.addCommand(managedCommand(terminal, { ...command, arguments: positionals }, `${name} `));
    }
  }
  return group;
}

/** Makes the command of an operation: its options from the schemas of query and body, its output as a text or JSON. */
export function managedCommand<Result>(terminal: Terminal, managed: ManagedCommand<Result>, group = ''): Command {
  const { name, limit, example, arguments: positionals = [] } = managed;
  const declared = operationsById[managed.operation];
  if ((declared.method === 'DELETE') !== (managed.confirmation !== undefined))
    throw new Error(`The command ${group}${name} must ask for confirmation exactly if it deletes something.`);
  const command = new Command(name).description(managed.description ?? uncapitalized(declared.summary));
  for (const { syntax, about } of positionals) command.argument(syntax, about);
  if (declared.path.includes('{workspace}') && !positionals.some(({ path }) => path === 'workspace'))
    command.addOption(workspaceOption());
  const given = new Set(positionals.map(({ body, query }) => body ?? query));
  const members = membersOf(declared, managed.members).filter(({ member }) => !given.has(member));
  for (const option of [...members.map((one) => one.option), ...(managed.options ?? [])]) command.addOption(option);
  if (limit !== undefined) command.option('--limit <number>', 'maximum number of entries', String(limit));
  if (managed.confirmation !== undefined) command.addOption(yesOption());
  if (managed.hasAll) command.option('-a, --all', 'list all entries; prints one per line unless on a terminal');
  return command
    .addOption(jsonOption())
    .addHelpText(
      'after',
      managed.help ?? `\nExample:\n  connectory ${group}${name}${example === undefined ? '' : ` ${example}`}\n`,
    )
    .action(async (...values: unknown[]) => {
      const options = values[positionals.length] as Given;
      const client = openGateway(terminal);
      const request = operationsById[managed.instead?.(options) ?? managed.operation];
      const path: Record<string, string> = {};
      let [query, body]: [Members, Members] = [{}, {}];
      for (const { member, isQuery, option, read } of members) {
        const value = options[option.attributeName()];
        if (value === undefined) continue;
        if (isQuery) query = { ...query, [member]: read(value) };
        else body = withMember(body, member.split('.'), read(value));
      }
      for (const [index, positional] of positionals.entries()) {
        // Several words without quotes are one text.
        const value = [values[index] ?? []].flat().join(' ');
        if (value === '') continue;
        if (positional.path !== undefined) path[positional.path] = value;
        if (positional.query !== undefined) query = { ...query, [positional.query]: value };
        if (positional.body !== undefined) body = { ...body, [positional.body]: value };
      }
      if (managed.body !== undefined) body = await managed.body({ terminal, client, options }, body);
      if (request.path.includes('{workspace}'))
        path.workspace ??= await chooseWorkspace(client, terminal, options.workspace as string | undefined);
      const context: CommandContext = { terminal, client, workspace: path.workspace ?? '', options };
      if (managed.query !== undefined) query = await managed.query(context, query);
      let object = String(values[0]);
      for (const { path: parameter, find } of positionals) {
        if (parameter === undefined || find === undefined) continue;
        const found = await find(context, path[parameter] ?? '');
        path[parameter] = found.id;
        object = found.name;
      }
      if (managed.confirmation !== undefined)
        await confirm(terminal, managed.confirmation(object), options.yes === true);
      const sending = { client, request, path, query, body };
      if (options.all === true && !terminal.isInteractive) {
        await terminal.outBytes(linesOf(entriesOf(sending)));
        return;
      }
      const isLimited = limit !== undefined && options.all !== true;
      const max = isLimited ? wholeNumber('--limit', String(options.limit)) : Number.POSITIVE_INFINITY;
      const response =
        request.query.cursor === undefined
          ? await sendOperation(client, request, sending)
          : await firstOf(entriesOf(sending), max);
      const result = (managed.result?.(response as { data: Result }) ?? response) as Result;
      print(terminal, options, result, () => managed.text(result));
    });
}

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

interface Sending extends OperationValues {
  readonly client: Client;
  readonly request: OperationRequest;
}

const maxPage = 100;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_cursor: string | null };
}

async function* entriesOf(sending: Sending): AsyncGenerator<unknown, void> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: maxPage, ...sending.query, ...(cursor !== '' && { cursor }) };
    const { data, meta } = (await sendOperation(sending.client, sending.request, { ...sending, query })) as Page;
    yield* data;
    cursor = meta.next_cursor;
  }
}

async function firstOf(entries: AsyncGenerator<unknown, void>, max: number): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  if (max < 1) return found;
  for await (const entry of entries) if (found.push(entry) >= max) break;
  return found;
}

async function* linesOf(entries: AsyncGenerator<unknown, void>): AsyncGenerator<Uint8Array, void> {
  for await (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`);
}

interface MemberWithOption {
  /** Dotted, below the body; plain in the query. */
  readonly member: string;
  readonly isQuery: boolean;
  readonly option: Option;
  readonly read: (value: unknown) => unknown;
}

/** The members of query and body that have options; pages are not for people. */
function membersOf(
  { query, body }: OperationRequest,
  differences: NonNullable<ManagedCommand<unknown>['members']> = {},
) {
  const visit = (members: OperationRequest['body'], isQuery: boolean, above: string): MemberWithOption[] =>
    Object.entries(members).flatMap(([name, schema]) => {
      const member = `${above}${name}`;
      const difference = differences[member];
      if (difference === null || (isQuery && query.cursor !== undefined && /^(cursor|limit)$/.test(name))) return [];
      if (schema.properties !== undefined && difference === undefined)
        return visit(schema.properties, isQuery, `${member}.`);
      return [{ member, isQuery, ...optionOf(name, schema, difference ?? {}) }];
    });
  return [...visit(query, true, ''), ...visit(body, false, '')];
}

function optionOf(
  name: string,
  schema: RequestMember,
  difference: MemberOption,
): Pick<MemberWithOption, 'option' | 'read'> {
  const long = `--${name.replaceAll('_', '-')}`;
  const type = schema.type ?? 'string';
  const operand = { boolean: '', integer: ' <number>', array: ' <names...>', object: ' <json>' }[type] ?? ` <${name}>`;
  const description = schema.description ?? '';
  const about =
    difference.about ??
    (description.charAt(0).toLowerCase() + description.slice(1)).replace(/\.$/, '').replaceAll('`', '');
  const option = new Option(difference.flags ?? `${long}${operand}`, about);
  if (difference.isRequired) option.makeOptionMandatory();
  const values = schema.enum ?? schema.items?.enum;
  if (values !== undefined) option.choices(values);
  const { read } = difference;
  const flag = option.long ?? long;
  return {
    option,
    read: (value) => {
      if (read !== undefined) return read(String(value));
      if (type === 'integer') return wholeNumber(flag, String(value));
      return type === 'object' ? parseJsonObject(String(value), flag) : value;
    },
  };
}

function withMember(body: Members, [name = '', ...below]: readonly string[], value: unknown): Members {
  return { ...body, [name]: below.length === 0 ? value : withMember((body[name] ?? {}) as Members, below, value) };
}

/** Refuses an empty change. Throws a problem of code 4. */
export function requireChange(body: Members, advice: string): Members {
  if (Object.keys(body).length > 0) return body;
  throw invalidInput(advice);
}

/** A column of a table: the member of the record, or what to show of it. */
type Column<Item> = (string & keyof Item) | ((item: Item) => Cell);

/** Renders records as a table with a column for each heading. */
export const tableOf =
  <Item>(columns: Readonly<Record<string, Column<Item>>>) =>
  (items: readonly Item[]): string =>
    tableText(
      Object.keys(columns),
      items.map((item) =>
        Object.values(columns).map((column) => (typeof column === 'function' ? column(item) : cellOf(item[column]))),
      ),
    );

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? momentOf(value) : (value as Cell);
}

/** Renders facts as lines: a name and a value each. */
export const factsText = (facts: Readonly<Record<string, Cell>>): string =>
  tableText(['', ''], Object.entries(facts)).trimStart();
