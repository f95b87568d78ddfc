import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ActionSearch, createActionSearch } from '@connectory/core';
import { loadConnectors, readConfiguration } from '@connectory/gateway';

/** A wish in words, and the actions that fulfill it: `connector/entity/action`. */
interface Wish {
  readonly wish: string;
  readonly answers: readonly string[];
}

/** A wish with its search results. */
interface RankedWish extends Wish {
  readonly connector: string;
  /** The position of the first correct action, from 1; undefined if none is among the first 20. */
  readonly rank: number | undefined;
  readonly found: readonly string[];
}

/** The ranks of the correct actions for the wishes of a file. */
export interface RankedWishes {
  readonly file: string;
  readonly wishes: readonly RankedWish[];
  readonly millisecondsPerWish: number;
}

/** The cost and the quality of finding actions. */
export interface FindActionsBench {
  readonly actions: number;
  readonly buildMilliseconds: number;
  readonly megabytes: number;
  readonly files: readonly RankedWishes[];
}

const mostFound = 20;
const folder = new URL('../wishes/', import.meta.url);
const ownFiles = [
  'wishes.json',
  'more-wishes.json',
  'further-wishes.json',
  'office-staff-wishes.json',
  'agent-builder-wishes.json',
  // A blind test set, written without knowledge of the ranking. It is only measured; the ranking is never tuned to it.
  'blind-wishes.json',
].map((name) => new URL(name, folder).pathname);

/** Ranks every wish of JSON files, which contain lists of wishes by connector; by default the files of this package. */
export async function benchFindActions(files: readonly string[] = ownFiles): Promise<FindActionsBench> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { connectors } = await loadConnectors(readConfiguration({}));
  const search = createActionSearch(connectors);
  collect();
  const before = process.memoryUsage().heapUsed;
  const begun = performance.now();
  // The first search builds the index; an empty one does not load the schemas.
  const { total } = search.find({ limit: 0 });
  const buildMilliseconds = performance.now() - begun;
  collect();
  const megabytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  const ranked: RankedWishes[] = [];
  for (const file of files) ranked.push(rank(search, file, await readWishes(file)));
  return { actions: total, buildMilliseconds, megabytes, files: ranked };
}

async function readWishes(file: string): Promise<Readonly<Record<string, readonly Wish[]>>> {
  return JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, readonly Wish[]>>;
}

function rank(search: ActionSearch, file: string, wishes: Readonly<Record<string, readonly Wish[]>>): RankedWishes {
  const all = Object.entries(wishes).flatMap(([connector, own]) => own.map((wish) => ({ ...wish, connector })));
  const begun = performance.now();
  const found = all.map((wish) => search.find({ text: wish.wish, limit: mostFound }).actions);
  const millisecondsPerWish = (performance.now() - begun) / all.length;
  return {
    file,
    millisecondsPerWish,
    wishes: all.map((wish, index) => {
      const names = (found[index] ?? []).map(({ connector, entity, action }) => `${connector}/${entity}/${action}`);
      const place = names.findIndex((name) => wish.answers.includes(name));
      return { ...wish, rank: place === -1 ? undefined : place + 1, found: names.slice(0, 3) };
    }),
  };
}
