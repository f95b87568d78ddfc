import type { OpenApiDocument } from '@connectory/openapi';
import { type Finding, fail, ok, warn } from './finding.ts';
import { requestFrom } from './request.ts';

/** The fields of `/readyz` that are read here. */
interface Readiness {
  readonly status: string;
  readonly reason: string | null;
  readonly upstreams: readonly { readonly connector: string; readonly version: string; readonly days_left: number }[];
}

const advices: Readonly<Record<string, string>> = {
  shutting_down: 'It was told to stop. Start it again.',
  disk_full: 'Free space on the disk of its data directory.',
  database_unavailable: 'Check that its database runs and can be written.',
  encryption_key_missing: 'Start every process with the same CONNECTORY_SECRET_KEY.',
  disk_unwritable: 'Make its data directory writable for the user it runs as.',
  context_store_unavailable: 'Check the database and the disk of the copies.',
  work_stuck: 'Look for a slow vendor in its log, and restart it.',
  event_loop_stalled: 'Give it more processor time, or start another gateway.',
};

/** Checks whether the gateway accepts requests (database, disk, encryption key), and which upstream API versions end soon. */
export async function readinessFindings(url: string): Promise<readonly Finding[]> {
  const { status, text } = await requestFrom(url, '/readyz');
  const readiness = parsed<Readiness>(text);
  if (readiness?.status === undefined || (status !== 200 && status !== 503))
    return [ok('readiness', `Not visible from here: /readyz responds with ${status}, probably from a proxy.`)];
  const { reason, upstreams } = readiness;
  return [
    reason === null
      ? ok('readiness', 'It accepts requests: database, disk and encryption key work.')
      : fail('readiness', `It accepts no requests: ${reason}.`, advices[reason] ?? 'See its log.'),
    ...upstreams.map(({ connector, version, days_left: days }) =>
      warn(
        'API versions',
        `The vendor of ${connector} shuts down the API version ${version} in ${days} days.`,
        'Upgrade the connector.',
      ),
    ),
  ];
}

/** Checks whether the gateway has the operations that this version of the command uses. */
export async function versionFinding(document: string): Promise<Finding> {
  const theirs = parsed<OpenApiDocument>(document);
  if (theirs?.paths === undefined)
    return warn('version', 'It does not say which operations it has.', 'Let the proxy pass /openapi.json.');
  // The document takes time to build.
  const { gatewayDocument } = await import('@connectory/gateway/operations');
  const [known, offered] = [operationsOf(gatewayDocument()), operationsOf(theirs)];
  const missing = known.filter((operation) => !offered.includes(operation));
  if (missing.length > 0) {
    const advice = 'Upgrade the gateway, or use the version of this command that belongs to it.';
    return warn('version', `The gateway is older than this command: it lacks ${missing.join(', ')}.`, advice);
  }
  const added = offered.filter((operation) => !known.includes(operation));
  if (added.length === 0) return ok('version', 'The gateway and this command know the same operations.');
  return warn(
    'version',
    `The gateway is newer than this command: it also has ${added.join(', ')}.`,
    'Install the version of this command that belongs to the gateway.',
  );
}

function operationsOf({ paths = {} }: OpenApiDocument): readonly string[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item as Readonly<Record<string, { readonly operationId?: string }>>).flatMap(
      ({ operationId }) => operationId ?? [],
    ),
  );
}

function parsed<Body>(text: string): Body | undefined {
  try {
    return (JSON.parse(text) as Body | null) ?? undefined;
  } catch {
    return undefined;
  }
}
