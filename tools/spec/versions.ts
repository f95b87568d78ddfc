import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ConnectorContract } from './contract.ts';
import { jsonText } from './json-text.ts';

/** A connector as it was released, or as it is now. */
export interface VersionedConnector {
  readonly id: string;
  /** The name of its package, for which changesets announce releases. */
  readonly name: string;
  readonly version: string;
  readonly contract: ConnectorContract;
}

/** A pending changeset, as `@changesets/read` returns it. */
interface Changeset {
  readonly releases: readonly { readonly name: string; readonly type: string }[];
}

/** One difference from the last release, and the size of the release that it needs. */
export interface Change {
  readonly bump: 'minor' | 'major';
  readonly what: string;
}

const sizes = ['none', 'patch', 'minor', 'major'];

/**
 * Compares connectors with their last releases. Returns a line for each that changed more than its changesets announce, or that was released
 * and no longer exists. A connector without a release needs nothing.
 */
export function versionErrors(
  released: readonly VersionedConnector[],
  present: readonly VersionedConnector[],
  changesets: readonly Changeset[],
): readonly string[] {
  return released.flatMap(({ id, name, version, contract }) => {
    const now = present.find((one) => one.id === id);
    if (now === undefined) return [`${id} was released as ${version} and no longer exists.`];
    const changes = contractChanges(contract, now.contract);
    const announced = changesets.flatMap(({ releases }) => releases.filter((one) => one.name === name));
    const has = Math.max(0, ...announced.map(({ type }) => sizes.indexOf(type)));
    const missing = changes.filter(({ bump }) => sizes.indexOf(bump) > has);
    if (missing.length === 0) return [];
    const needs = missing.some(({ bump }) => bump === 'major') ? 'major' : 'minor';
    return [
      `${id} needs a ${needs} changeset of "${name}" (npx changeset):`,
      ...missing.map(({ bump, what }) => `  ${bump}  ${what}`),
    ];
  });
}

/**
 * Returns the differences between two contracts of a connector. What callers used and is gone or has another type is major, and so is a
 * new required parameter of an existing action; what is new is minor. A type is compared as a whole: a wider one counts as another.
 */
export function contractChanges(before: ConnectorContract, after: ConnectorContract): readonly Change[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const gone = [...was.keys()].filter((path) => !is.has(path) && is.has(parentOf(path)));
  const added = [...is].filter(([path]) => !was.has(path) && was.has(parentOf(path)));
  const changed = [...is].flatMap(([path, now]): readonly Change[] => {
    const then = was.get(path);
    if (then === undefined || then === now) return [];
    const what = `${path} was ${then}, is ${now}`;
    // Callers may rely on less being required of them, and on more being returned.
    const isSafe = isSent(path) ? then === required(now) : required(then) === now;
    return [{ bump: isSafe ? 'minor' : 'major', what }];
  });
  return [
    ...gone.map((path): Change => ({ bump: 'major', what: `${path} is gone` })),
    ...added.map(([path, now]): Change => {
      const isRequired = isSent(path) && now === required(now);
      return { bump: isRequired ? 'major' : 'minor', what: `${path} is new${isRequired ? ' and required' : ''}` };
    }),
    ...changed,
  ];
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const isSent = (path: string) => /^\/settings\/|^\/authentication\/|\/params\//.test(path);
const required = (type: string) => (type.startsWith('required ') ? type : `required ${type}`);

/** The parts of a contract by their path, with their types; an entity or an action has the type ''. */
function partsOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, String(value)]]);
  const parts = new Map([[path, '']]);
  const members = Array.isArray(value) ? value.map((one) => [one, 'present']) : Object.entries(value);
  for (const [name, member] of members) {
    const isRequired = name.endsWith('!') && typeof member === 'string';
    const place = `${path}/${isRequired ? name.slice(0, -1) : name}`;
    for (const [inner, type] of partsOf(isRequired ? required(member) : member, place)) parts.set(inner, type);
  }
  return parts;
}

/** Reads the last releases of connectors from a folder, which may not exist. */
export function readReleased(folder: URL): readonly VersionedConnector[] {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as VersionedConnector);
}

/** Writes the connectors whose version is not the released one; returns their ids. */
export function writeReleased(folder: URL, present: readonly VersionedConnector[]): readonly string[] {
  const released = readReleased(folder);
  const raised = present.filter(({ id, version }) => released.find((one) => one.id === id)?.version !== version);
  for (const connector of raised) writeFileSync(new URL(`${connector.id}.json`, folder), jsonText(connector));
  return raised.map(({ id }) => id);
}
