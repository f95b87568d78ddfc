import { singular } from '../names.ts';
import { clause, inWords, isSaid } from './clause.ts';
import type { ActionChoice } from './entity-choices.ts';
import { arrayOf, type OpenApiSource } from './open-api-source.ts';

/** The summary of an action: from the description, unless that is only a name. */
export function actionSummary({ action, operation }: ActionChoice, entity: string): string {
  const said = [operation.summary, operation.description].find((text) => isSaid(text) && /\S\s+\S/.test(text.trim()));
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
  return said === undefined ? own[action] : clause(said, entity);
}

/** The summary of an entity: the description of its tag or its record, or its name and that of its parent. */
export function entitySummary(
  { document, resolve }: OpenApiSource,
  entity: string,
  actions: readonly ActionChoice[],
  record: unknown,
  parent: string | undefined,
): string {
  const [tag] = actions.flatMap(({ operation }) => arrayOf(operation.tags));
  const described = arrayOf(document.tags)
    .map(resolve)
    .find(({ name }) => name === tag);
  const said = [described?.description, resolve(record).description].find(isSaid);
  if (said !== undefined) return clause(said, entity);
  const above = parent === undefined ? undefined : inWords(singular(parent)).toLowerCase();
  return above === undefined ? inWords(entity) : `${inWords(entity)} of ${article(above)} ${above}`;
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');
