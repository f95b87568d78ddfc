import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ApiDescription } from './description/api-description.ts';
import { loadDescription } from './description/load-description.ts';
import { knownDeviations } from './known-deviations.ts';

/** The contents of a connector's `check-upstream.json`. */
const upstreamFacts = z.strictObject({
  reason: z.string().trim().min(1, 'write why query names are a closed or an open set, or why there is no description'),
  descriptions: z.array(
    z.strictObject({
      file: z.string().min(1),
      query: z.enum(['closed', 'open']),
      endpoint: z.url().optional(),
    }),
  ),
  deviations: knownDeviations.default([]),
});

/**
 * Content of `check-upstream.json`. `file` is relative to the folder of all vendors' descriptions; with a `closed` query, an undescribed
 * name is a deviation, with an `open` one the vendor's list is incomplete; `endpoint` is the path of a GraphQL API.
 */
export type UpstreamFacts = z.output<typeof upstreamFacts>;

const connectors = fileURLToPath(new URL('../../../connectors', import.meta.url));

/** The default folder of the vendors' descriptions: third-party files that are never part of the repository. */
export const descriptionsFolder = fileURLToPath(new URL('../../../../shared/upstream', import.meta.url));

/** Reads `check-upstream.json` of a connector's folder. Throws an `Error` that explains what to write if the file is missing or invalid. */
export async function readUpstreamFacts(connector: string, folder = connectors): Promise<UpstreamFacts> {
  const file = join(folder, connector, 'check-upstream.json');
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const advice =
      'It names the descriptions the connector is held against, or none and the reason: tools/check-upstream/README.md.';
    throw new Error(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}. ${advice}`, { cause });
  }
  const result = upstreamFacts.safeParse(content);
  if (!result.success) throw new Error(`${file} is not valid:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/**
 * Loads the descriptions that a connector names. Throws an `Error` for a missing file, and a `DescriptionError` for one that cannot be
 * read.
 */
export async function loadDescriptions({ descriptions }: UpstreamFacts, folder: string): Promise<ApiDescription[]> {
  return Promise.all(
    descriptions.map(async ({ file, query, endpoint }) =>
      loadDescription({
        name: file,
        text: await readFile(join(folder, file), 'utf8'),
        openQuery: query === 'open',
        ...(endpoint === undefined ? {} : { endpoint }),
      }),
    ),
  );
}
