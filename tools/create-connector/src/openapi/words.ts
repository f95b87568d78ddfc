import { capitalized, singular } from '../names.ts';
import type { ActionChoice } from './entity-choices.ts';
import { arrayOf, type OpenApiSource } from './open-api-source.ts';

/** Whether a description is not empty. */
export const isGiven = (description: unknown): description is string =>
  typeof description === 'string' && description.trim() !== '';

/** Returns the first sentence of a description as a clause of at most 120 characters, or the name in words. */
export function clause(description: unknown, name: string): string {
  const text = typeof description === 'string' ? description : '';
  const plain = text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[`*_]{1,2}([^`*_]+)[`*_]{1,2}/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const first =
    plain
      .replaceAll(/\s+/g, ' ')
      .trim()
      .split(/(?<=[^.])[.!?](?:\s|$)/)[0] ?? '';
  const chosen = first === '' ? inWords(name) : capitalized(first);
  return chosen.length > 120
    ? `${chosen.slice(0, chosen.lastIndexOf(' ', 117) > 40 ? chosen.lastIndexOf(' ', 117) : 117)} …`
    : chosen || name;
}

/** Converts a name to words; a name with spaces was written by a person and stays. */
function inWords(name: string): string {
  if (name.includes(' ')) return name;
  const words = name
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The summary of an action: from the description, unless that is only a name. */
export function actionSummary({ action, operation }: ActionChoice, entity: string): string {
  const given = [operation.summary, operation.description].find((text) => isGiven(text) && /\S\s+\S/.test(text.trim()));
  const many = inWords(entity).toLowerCase();
  const one = inWords(singular(entity)).toLowerCase();
  const own: Readonly<Record<ActionChoice['action'], string>> = {
    list: `List ${many}`,
    get: `Get one of the ${many}`,
    create: `Create ${article(one)} ${one}`,
    update: `Change ${article(one)} ${one}`,
    delete: `Delete ${article(one)} ${one}`,
    api_search: `Search ${many}`,
    download: `Download the file of ${article(one)} ${one}`,
  };
  return given === undefined ? own[action] : clause(given, entity);
}

/** The summary of an entity: the description of its tag or its record, or its name. */
export function entitySummary(
  { document, resolve }: OpenApiSource,
  entity: string,
  actions: readonly ActionChoice[],
  record: unknown,
): string {
  const [tag] = actions.flatMap(({ operation }) => arrayOf(operation.tags));
  const described = arrayOf(document.tags)
    .map(resolve)
    .find(({ name }) => name === tag);
  const given = [described?.description, resolve(record).description].find(isGiven);
  return given === undefined ? inWords(entity) : clause(given, entity);
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');
