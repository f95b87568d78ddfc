import { type Bump, type Change, isAtLeast, larger, leastBump } from './bump.ts';
import { compareConnectors } from './compare-connectors.ts';
import { type NoticeFault, noticeFaults } from './notice.ts';
import type { ReleasedConnector } from './released-connector.ts';

/** A changeset for the next release. */
interface PendingChangeset {
  readonly releases: readonly { readonly name: string; readonly type: Bump }[];
}

/** What is compared: the current connectors, their last releases, and the changesets for the next release. */
export interface VersionSources {
  readonly present: readonly ReleasedConnector[];
  readonly released: readonly ReleasedConnector[];
  readonly changesets: readonly PendingChangeset[];
  /** Today, as an ISO date. */
  readonly today: string;
}

/** The result for one connector. */
export interface ConnectorVersion {
  readonly connector: string;
  readonly version: string;
  /** The differences from the last release; null for a connector that was never released. */
  readonly changes: readonly Change[] | null;
  readonly needs: Bump;
  /** The largest size that pending changesets announce for it. */
  readonly has: Bump;
  readonly faults: readonly string[];
}

/** The result for all connectors; it passes if none has an error. */
export interface VersionCheck {
  readonly connectors: readonly ConnectorVersion[];
  readonly passed: boolean;
}

/** The npm package of a connector. */
export function packageOf(connector: string): string {
  return `@connectory/connector-${connector}`;
}

/** Compares every connector with its last release, and the pending changesets with the changes. */
export function checkVersions(sources: VersionSources): VersionCheck {
  const ids = new Set([...sources.present, ...sources.released].map(({ connector }) => connector));
  const connectors = [...ids].sort().map((id) => checkConnector(sources, id));
  return { connectors, passed: connectors.every(({ faults }) => faults.length === 0) };
}

function checkConnector({ present, released, changesets, today }: VersionSources, id: string): ConnectorVersion {
  const is = present.find(({ connector }) => connector === id);
  const was = released.find(({ connector }) => connector === id);
  const has = changesets
    .flatMap(({ releases }) => releases.filter(({ name }) => name === packageOf(id)))
    .reduce<Bump>((most, { type }) => larger(most, type), 'none');
  if (is === undefined) return missing(id, was?.version ?? '', has);
  if (was === undefined) {
    return { connector: id, version: is.version, changes: null, needs: 'minor', has, faults: tooLow(has, 'minor') };
  }
  const changes = compareConnectors(was, is);
  const needs = leastBump(changes);
  const faults = [...wrongBaseline(was, is), ...tooLow(has, needs), ...noticeFaults(was, is, today).map(faultLine)];
  return { connector: id, version: is.version, changes, needs, has, faults };
}

function missing(connector: string, version: string, has: Bump): ConnectorVersion {
  const fault = `It was released as ${version} and is not loaded any more. Load it in apps/gateway/package.json; VERSIONING.md says how support for a connector ends.`;
  return { connector, version, changes: [], needs: 'major', has, faults: [fault] };
}

function wrongBaseline(was: ReleasedConnector, is: ReleasedConnector): readonly string[] {
  if (was.version === is.version) return [];
  return [
    `spec/released/${is.connector}.json is about ${was.version}, package.json says ${is.version}. Versions are raised by "npm run version", which writes both.`,
  ];
}

const tooLow = (has: Bump, needs: Bump): readonly string[] =>
  isAtLeast(has, needs) ? [] : [`It needs a ${needs} changeset and has ${has === 'none' ? 'none' : `a ${has} one`}.`];

const faultLine = ({ where, message }: NoticeFault) => `${where} ${message}`;
