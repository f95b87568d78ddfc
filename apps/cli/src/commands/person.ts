import { existsSync } from 'node:fs';
import type { PersonErased, PersonFound, PersonProgress, PersonQuery, PersonRequests } from '@connectory/client';
import { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { chooseWorkspace, openGateway } from '../gateway.ts';
import { isForPeople, type PrintOptions, print } from '../print.ts';
import { invalidInput } from '../problem-error.ts';
import { tableText } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { jsonOption, workspaceOption, yesOption } from './options.ts';

interface PersonOptions extends PrintOptions {
  readonly workspace?: string;
  readonly email?: string[];
  readonly id?: string[];
}

interface ExportOptions extends PersonOptions {
  readonly output: string;
  readonly force?: true;
}

interface RemoveOptions extends PersonOptions {
  readonly yes?: true;
}

const idHelp = 'An ID is written as <connection>/<entity>/<id>, or <connection>/<id> if no other record can have it.';

/** `connectory person`: finds, exports and removes what a workspace holds about a person. */
export function personCommand(terminal: Terminal): Command {
  const group = new Command('person').description('find, export and remove what a workspace holds about a person');
  group.addCommand(
    personOptions(new Command('find').description('show how much the workspace holds about a person, and where'))
      .addHelpText('after', helpOf('find', '', ''))
      .action(async (options: PersonOptions) => {
        const { requests, person, onProgress } = await begin(terminal, options);
        const found = await requests.find(person, { onProgress });
        print(terminal, options, found, () => foundText(found));
      }),
  );
  group.addCommand(
    personOptions(
      new Command('export').description('write everything that is found to a file, one JSON object per line'),
    )
      .option('-o, --output <file>', 'path of the file', 'person.ndjson')
      .option('--force', 'replace the file if it exists')
      .addHelpText('after', helpOf('export', '', ' --output maya.ndjson'))
      .action(async (options: ExportOptions) => {
        const { output, force } = options;
        if (force === undefined && existsSync(output))
          throw invalidInput(`The file ${output} exists. Give another --output, or --force to replace it.`);
        const { requests, person } = await begin(terminal, options);
        const isShown = isForPeople(terminal, options);
        let written = 0;
        let summary: object = {};
        async function* lines(): AsyncGenerator<Uint8Array, void> {
          for await (const line of requests.export(person)) {
            summary = line;
            if (line.type !== 'summary') written += 1;
            if (isShown && written % 100 === 0) terminal.show(`${written.toLocaleString('en')} lines`);
            yield Buffer.from(`${JSON.stringify(line)}\n`);
          }
        }
        await writeWholeFile(output, lines());
        print(terminal, options, { file: output, ...summary }, () => {
          const { skipped } = summary as PersonFound['meta'];
          return [`${written.toLocaleString('en')} records and traces are in ${output}.`, ...skippedText(skipped)].join(
            '\n\n',
          );
        });
      }),
  );
  group.addCommand(
    personOptions(new Command('remove').description('erase what is found; erase it at the vendors first'))
      .addOption(yesOption())
      .addHelpText('after', helpOf('remove', 'The next pass copies again what a vendor still has.\n', ' --yes'))
      .action(async (options: RemoveOptions) => {
        const { requests, person, onProgress } = await begin(terminal, options);
        const [name] = [...(options.email ?? []), ...(options.id ?? [])];
        const warning =
          'This erases all records about the person from the copies, with their earlier versions and traces.';
        await confirm(terminal, { warning, ...(name !== undefined && { typed: name }) }, options.yes === true);
        const erased = await requests.remove(person, { onProgress });
        print(terminal, options, erased, () => erasedText(erased));
      }),
  );
  return group;
}

const personOptions = (command: Command) =>
  command
    .addOption(workspaceOption())
    .option('--email <addresses...>', 'e-mail addresses of the person')
    .option('--id <ids...>', 'records that are the person')
    .addOption(jsonOption());

const helpOf = (verb: string, more: string, rest: string) => `
Looks for records that have an address in any text or are one of the given records, and for records that refer to those that
are the person. ${idHelp}
${more}Requires a token with manage, and a gateway in hosted mode.

Examples:
  connectory person ${verb} --email maya.lindholm@northwind.example${rest}
`;

interface Begun {
  readonly requests: PersonRequests;
  readonly person: PersonQuery;
  readonly onProgress: (progress: PersonProgress) => void;
}

async function begin(terminal: Terminal, options: PersonOptions): Promise<Begun> {
  const { email: emails, id } = options;
  if (emails === undefined && id === undefined)
    throw invalidInput('Give an e-mail address with --email, or a record with --id.');
  const person = { ...(emails !== undefined && { emails }), ...(id !== undefined && { ids: id.map(readId) }) };
  const client = openGateway(terminal);
  const workspace = client.workspace(await chooseWorkspace(client, terminal, options.workspace));
  const isShown = isForPeople(terminal, options);
  return {
    requests: workspace.personRequests,
    person,
    onProgress: (progress) => {
      if (isShown) terminal.show(progressText(progress));
    },
  };
}

function readId(text: string): NonNullable<PersonQuery['ids']>[number] {
  const [connection = '', second = '', ...rest] = text.split('/');
  if (connection === '' || second === '') throw invalidInput(`--id ${text} is not an ID. ${idHelp}`);
  return rest.length === 0 ? { connection, id: second } : { connection, entity: second, id: rest.join('/') };
}

const progressText = ({ round, copies_done: done, copies, records, found }: PersonProgress) =>
  `Round ${round} of 2: ${done} of ${copies} copies, ${records.toLocaleString('en')} records looked at, ${found.toLocaleString('en')} found`;

function foundText({ data, meta }: PersonFound): string {
  const copies = tableText(
    ['connection', 'entity', 'records'],
    meta.copies.map(({ connection, entity, records }) => [connection, entity, records]),
  );
  const records = tableText(
    ['record', 'entity', 'connection', 'why'],
    data.map(({ title, entity, connection, reasons: [why] }) => [
      title,
      entity,
      connection.name,
      why && `${why.reason.replaceAll('_', ' ')} (${why.at})`,
    ]),
  );
  const { changes, audit_entries: audit, held_writes: held, deliveries } = meta;
  const traces = `Also ${changes} changes, ${audit} audit entries, ${held} held writes and ${deliveries} deliveries.`;
  const shown = data.length === 0 ? ['No record is about the person.'] : [copies, records];
  return [...shown, traces, ...moreText(meta), ...skippedText(meta.skipped)].join('\n\n');
}

function erasedText({ erased, meta, note }: PersonErased): string {
  const counts = Object.entries(erased).map(([name, count]) => [name.replaceAll('_', ' '), count] as const);
  return [tableText(['erased', ''], counts), ...moreText(meta), ...skippedText(meta.skipped), note].join('\n\n');
}

const moreText = ({ has_more: hasMore }: { readonly has_more: boolean }) =>
  hasMore ? ['There is more than 10,000 records. Repeat the command once these are removed.'] : [];

function skippedText(skipped: PersonFound['meta']['skipped']): readonly string[] {
  if (skipped.length === 0) return [];
  const names = skipped.map(
    ({ connection, entity, reason }) => `${[connection, entity ?? ''].join(' ').trim()} (${reason})`,
  );
  return [`Not searched: ${names.join(', ')}`];
}
