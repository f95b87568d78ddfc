import { type ConnectorDraft, checkedEntity } from '../connector-draft.ts';
import { CreateConnectorError } from '../create-connector-error.ts';
import type { ConnectorNames } from '../names.ts';
import { adapterSource } from './adapter-source.ts';
import { entityChoices } from './entity-choices.ts';
import { entitySource } from './entity-source.ts';
import type { OpenApiSource } from './open-api-source.ts';

/** A connector from a description: the picked entities, in the order in which they were named. Throws `CreateConnectorError` for a name there is not. */
export function openApiDraft(names: ConnectorNames, source: OpenApiSource, picked: readonly string[]): ConnectorDraft {
  const choices = entityChoices(source);
  if (picked.length === 0) throw new CreateConnectorError(`No entity was picked. ${available(choices)}`);
  const { source: adapter, notes: adapterNotes } = adapterSource(names, source);
  const notes = [...adapterNotes];
  const entities = [...new Set(picked)].map((name) => {
    const choice = choices.find((candidate) => candidate.name === name);
    if (choice === undefined)
      throw new CreateConnectorError(`The description has no entity "${name.slice(0, 100)}". ${available(choices)}`);
    const draft = entitySource(source, choice, notes);
    if (draft === undefined) throw new CreateConnectorError(`No action of ${name} can be made: ${notes.at(-1)}`);
    return draft;
  });
  const checked = checkedEntity(entities);
  if (checked === undefined) {
    throw new CreateConnectorError(
      'Nothing that was picked can be read, and a connection is checked with a read. Pick an entity with a list or a get as well.',
    );
  }
  if (checked.check?.needsParams === true) {
    notes.push('src/index.ts: the check of a connection needs parameters; choose a read that works for every account.');
  }
  return {
    kind: names.id.replaceAll('-', ' '),
    adapter,
    entities,
    notes,
    testOptions: '',
  };
}

const available = (choices: readonly { readonly name: string }[]) =>
  choices.length === 0
    ? 'Nothing in the description looks like one.'
    : `There is: ${choices.map(({ name }) => name).join(', ')}.`;
