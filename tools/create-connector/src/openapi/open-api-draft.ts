import { type ConnectorDraft, checkedEntity } from '../connector-draft.ts';
import { CreateConnectorError } from '../create-connector-error.ts';
import type { ConnectorNames } from '../names.ts';
import { commentText } from '../source-text.ts';
import { adapterSource } from './adapter-source.ts';
import { type EntityChoice, entityChoices } from './entity-choices.ts';
import { type EntityNotes, entitySource } from './entity-source.ts';
import { arrayOf, type OpenApiSource, objectOf } from './open-api-source.ts';

/** Drafts a connector from a description: the chosen entities, in the given order. Throws `CreateConnectorError` for an unknown name. */
export function openApiDraft(names: ConnectorNames, source: OpenApiSource, picked: readonly string[]): ConnectorDraft {
  const choices = entityChoices(source);
  if (picked.length === 0) throw new CreateConnectorError(`No entity was chosen. ${available(choices)}`);
  const chosen = [...new Set(picked)].map((name) => {
    const choice = choices.find((candidate) => candidate.name === name);
    if (choice !== undefined) return choice;
    throw new CreateConnectorError(`The description has no entity "${name.slice(0, 100)}". ${available(choices)}`);
  });
  const operations = chosen.flatMap(({ actions }) =>
    actions.map(({ operation, pathItem }) => ({
      ...operation,
      parameters: [...arrayOf(operation.parameters), ...arrayOf(pathItem.parameters)],
    })),
  );
  const { source: adapter, notes: adapterNotes } = adapterSource(names, source, operations);
  const notes: EntityNotes = { toCheck: [...adapterNotes], leftOut: [] };
  const entities = chosen.map((choice) => {
    const draft = entitySource(source, choice, notes);
    if (draft === undefined)
      throw new CreateConnectorError(`No action of ${choice.name} can be made: ${notes.leftOut.at(-1)}`);
    return draft;
  });
  notes.leftOut.push(...operationsWithoutAction(source, choices, chosen));
  notes.toCheck.push(
    'src/personal.ts: every text except ids is marked as free text; say which fields hold other personal data, and which none.',
  );
  const checked = checkedEntity(entities);
  if (checked === undefined) {
    throw new CreateConnectorError(
      'A connection is checked with a read, and no chosen entity can be read. Add an entity with a list or a get.',
    );
  }
  if (checked.check?.needsParams === true) {
    notes.toCheck.push(
      'src/index.ts: the check of a connection requires parameters; choose a read that works for every account.',
    );
  }
  const dangling = [...source.dangling].map((reference) => commentText(reference));
  if (dangling.length > 0)
    notes.toCheck.push(`The description has no ${dangling.join(', ')}; what refers to it was omitted.`);
  return {
    kind: names.id.replaceAll('-', ' '),
    adapter,
    entities,
    notes,
    description: source.file,
  };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const maxNamed = 10;

// Such as POST /tasks/{id}/complete. What belongs to no chosen entity was not asked for.
function operationsWithoutAction(
  { document }: OpenApiSource,
  choices: readonly EntityChoice[],
  chosen: readonly EntityChoice[],
): readonly string[] {
  const covered = new Set(choices.flatMap(({ actions }) => actions.map(({ path }) => path)));
  const all = Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    methods
      .filter((method) => Object.hasOwn(objectOf(item), method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const uncovered = all.filter((operation) => !covered.has(operation.split(' ')[1] ?? ''));
  return chosen.flatMap(({ name, collection }) => {
    const own = uncovered.filter((operation) => `${operation.split(' ')[1]}/`.startsWith(`${collection}/`));
    const named = own.slice(0, maxNamed).map((operation) => commentText(operation));
    const more = own.length > maxNamed ? ` and ${own.length - maxNamed} more` : '';
    return own.length === 0
      ? []
      : [
          `src/entities/${name.replaceAll('_', '-')}.ts: ${named.join(', ')}${more}, because they are none of list, get, create, update and delete: declare what you need as an entity with a create.`,
        ];
  });
}

const available = (choices: readonly { readonly name: string }[]) =>
  choices.length === 0
    ? 'The description has no path that looks like an entity.'
    : `Entities: ${choices.map(({ name }) => name).join(', ')}.`;
