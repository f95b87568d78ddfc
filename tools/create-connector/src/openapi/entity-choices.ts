import { singular, snakeCase } from '../names.ts';
import { type JsonObject, type OpenApiSource, objectOf } from './open-api-source.ts';

/** One operation of a document that becomes an action. */
export interface ActionChoice {
  readonly action: 'list' | 'get' | 'create' | 'update' | 'delete' | 'api_search' | 'download';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operation: JsonObject;
  /** The object that contains the operations of the path, with shared parameters. */
  readonly pathItem: JsonObject;
}

/** An entity that can be created from the document: paths for the same kind of record. */
export interface EntityChoice {
  readonly name: string;
  /** The path of its collection: `/v1/things`. */
  readonly collection: string;
  readonly actions: readonly ActionChoice[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const searching = /^(search|query|find)$/i;
const downloading = /^(download|content|file|raw|media)$/i;

/** Returns the entities to choose from in a document, sorted by name. */
export function entityChoices({ document, resolve }: OpenApiSource): readonly EntityChoice[] {
  const byCollection = new Map<string, ActionChoice[]>();
  for (const [path, item] of Object.entries(objectOf(document.paths))) {
    const pathItem = resolve(item);
    for (const method of methods) {
      const operation = pathItem[method.toLowerCase()];
      if (typeof operation !== 'object' || operation === null) continue;
      const meaning = meaningOf(method, path);
      if (meaning === undefined) continue;
      const known = byCollection.get(meaning.collection) ?? [];
      byCollection.set(meaning.collection, known);
      addAction(known, { action: meaning.action, method, path, operation: objectOf(operation), pathItem });
    }
  }
  return named([...byCollection].filter(isEntity)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

// What one only posts to, such as /things/{id}/accept and /things/{id}/addTags, is named by a verb.
function isEntity([collection, actions]: readonly [string, readonly ActionChoice[]]): boolean {
  const words = collection.split('/').filter((part) => part !== '');
  const last = snakeCase(words.at(-1) ?? '');
  const isPlural = singular(last) !== last && !/^(add|remove|set)_/.test(last);
  return words.length < 2 || isPlural || actions.some(({ action }) => action !== 'create');
}

// PATCH changes only the fields it contains; PUT and POST replace the record, and are used only without it.
const updateOrder = ['PATCH', 'PUT', 'POST'];

function addAction(known: ActionChoice[], choice: ActionChoice): void {
  const position = known.findIndex(({ action }) => action === choice.action);
  if (position < 0) {
    known.push(choice);
    return;
  }
  const better = updateOrder.indexOf(choice.method) < updateOrder.indexOf(known[position]?.method ?? '');
  if (choice.action === 'update' && better) known[position] = choice;
}

const isPlace = (segment: string | undefined) => segment !== undefined && /^\{[^{}]+\}$/.test(segment);

function meaningOf(method: ActionChoice['method'], path: string) {
  // Some vendors append the format to every path.
  const segments = path
    .replace(/\/$/, '')
    .replace(/\.json$/, '')
    .split('/')
    .slice(1);
  const last = segments.at(-1);
  const above = segments.slice(0, -1);
  if (last === undefined || last === '') return undefined;
  const collectionOf = (parts: readonly string[]) => `/${parts.join('/')}`;
  if (isPlace(last)) {
    const action = ({ GET: 'get', PATCH: 'update', PUT: 'update', POST: 'update', DELETE: 'delete' } as const)[method];
    return above.length === 0 || isPlace(above.at(-1)) ? undefined : { collection: collectionOf(above), action };
  }
  if (searching.test(last) && method === 'GET' && above.length > 0 && !isPlace(above.at(-1))) {
    return { collection: collectionOf(above), action: 'api_search' as const };
  }
  if (downloading.test(last) && method === 'GET' && isPlace(above.at(-1))) {
    return { collection: collectionOf(above.slice(0, -1)), action: 'download' as const };
  }
  // A segment that mixes text and a placeholder, such as reports.{format}, has no particular meaning.
  if (/[{}]/.test(last)) return undefined;
  if (method === 'GET') return { collection: collectionOf(segments), action: 'list' as const };
  return method === 'POST' ? { collection: collectionOf(segments), action: 'create' as const } : undefined;
}

// Named after the last segment of the path; if several have the same name, with that of the parent.
function named(collections: readonly (readonly [string, ActionChoice[]])[]): EntityChoice[] {
  const words = (collection: string) => collection.split('/').filter((part) => part !== '' && !isPlace(part));
  const short = (collection: string) => snakeCase(words(collection).at(-1) ?? 'items');
  const taken = new Set<string>();
  // The shortest path with a name keeps it.
  return collections
    .toSorted(([one], [other]) => one.length - other.length)
    .map(([collection, actions]) => {
      const parent = words(collection).at(-2);
      let name = short(collection);
      if (taken.has(name) && parent !== undefined) name = `${singular(snakeCase(parent))}_${name}`;
      for (let count = 2; taken.has(name); count++) name = `${short(collection)}_${count}`;
      taken.add(name);
      return { name, collection, actions };
    });
}
