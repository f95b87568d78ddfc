import type { EntitySync } from '@connectory/client';
import { Command } from 'commander';
import { exitCodes } from '../exit-code.ts';
import { openConnection } from '../find-connection.ts';
import { isForPeople, type PrintOptions, print } from '../print.ts';
import { errorLines, historyTable, outcomeText, ownFieldsTable, progressText, statusTable } from '../sync-progress.ts';
import { isSettled } from '../sync-state.ts';
import type { Terminal } from '../terminal.ts';
import { jsonOption, workspaceOption } from './options.ts';

interface ConnectionOptions extends PrintOptions {
  readonly workspace?: string;
}

interface StartOptions extends ConnectionOptions {
  readonly entity?: string[];
  readonly full?: true;
  readonly removeHeld?: true;
  readonly wait: boolean;
}

interface FieldOptions extends ConnectionOptions {
  readonly entity?: string;
  readonly discover?: true;
}

const pollMilliseconds = 500;

/** `connectory sync`: starts and shows the synchronization of a connection. `end` receives the exit code of a followed synchronization. */
export function syncCommand(terminal: Terminal, end: (code: number) => void): Command {
  const sync = new Command('sync').description('start syncs of a connection, and show their progress');
  const connectionCommand = (name: string, description: string) =>
    sync
      .command(name)
      .description(description)
      .argument('<connection>', 'name or ID of the connection')
      .addOption(workspaceOption())
      .addOption(jsonOption());

  connectionCommand('start', 'start syncs now and follow their progress')
    .option('-e, --entity <names...>', 'only these entities')
    .option('--full', 'read everything instead of only changes')
    .option('--remove-held', 'remove every record that a full read does not see, without waiting for a second one')
    .option('--no-wait', 'do not wait for them to finish')
    .addHelpText('after', '\nExample:\n  connectory sync start stripe --entity customers\n')
    .action(async (nameOrId: string, options: StartOptions) => {
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      const { entity: entities, full, removeHeld } = options;
      const wanted = (states: readonly EntitySync[]) =>
        states.filter(({ entity }) => entities?.includes(entity) ?? true);
      const request = {
        ...(entities && { entities }),
        ...(full && { full }),
        ...(removeHeld && { remove_held: removeHeld }),
      };
      const before = wanted(await connections.startSync(id, request));
      const isShown = isForPeople(terminal, options);
      let now = before;
      while (options.wait && !isSettled(before, now)) {
        await terminal.sleep(pollMilliseconds);
        now = wanted(await connections.syncs(id));
        if (isShown) terminal.show(progressText(before, now));
      }
      if (isShown) terminal.out(`${[outcomeText(before, now), ...errorLines(now)].join('\n')}\n`);
      else terminal.out(`${JSON.stringify(now, null, 2)}\n`);
      if (now.some(({ errors }) => errors.length > 0)) end(exitCodes.other);
    });

  connectionCommand('status', 'show the state of the copy of each entity')
    .addHelpText('after', '\nExample:\n  connectory sync status stripe\n')
    .action(async (nameOrId: string, options: ConnectionOptions) => {
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      const states = await connections.syncs(id);
      print(terminal, options, states, () => statusTable(states));
    });

  connectionCommand('history', 'show what the last passes of an entity did')
    .argument('<entity>', 'name of the entity')
    .addHelpText('after', '\nExample:\n  connectory sync history stripe customers\n')
    .action(async (nameOrId: string, entity: string, options: ConnectionOptions) => {
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      const passes = await connections.passes(id, entity);
      print(terminal, options, passes, () => historyTable(passes));
    });

  connectionCommand('fields', 'list the fields that the account has added, and whether they are copied')
    .option('-e, --entity <name>', 'only fields of this entity')
    .option('--discover', 'read them at the vendor first')
    .addHelpText('after', '\nExample:\n  connectory sync fields stripe --discover\n')
    .action(async (nameOrId: string, options: FieldOptions) => {
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      const { entity, discover } = options;
      if (discover) await connections.discoverOwnFields(id);
      const fields = await connections.ownFields(id, { ...(entity !== undefined && { entity }) });
      print(terminal, options, fields, () => ownFieldsTable(fields));
    });

  connectionCommand('choose', 'choose which fields of an entity are copied; only that entity is read again')
    .argument('<entity>', 'name of the entity')
    .argument('[fields...]', 'search fields and own fields to copy; all if there are none')
    .addHelpText('after', '\nExample:\n  connectory sync choose stripe customers email created\n')
    .action(async (nameOrId: string, entity: string, fields: string[], options: ConnectionOptions) => {
      const { connections, id } = await openConnection(terminal, nameOrId, options.workspace);
      const { sync } = await connections.get(id);
      const { fields: _former, ...schedule } = sync.entities?.[entity] ?? {};
      const chosen = fields.length === 0 ? schedule : { ...schedule, fields };
      const changed = await connections.update(id, {
        sync: { ...sync, entities: { ...sync.entities, [entity]: chosen } },
      });
      const what = fields.length === 0 ? 'all fields' : fields.join(', ');
      print(terminal, options, changed.sync, () => `The copy of ${entity} has ${what}. It is being read again.`);
    });
  return sync;
}
