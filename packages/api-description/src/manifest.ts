import { z } from 'zod';

const action = z.looseObject({
  action: z.string(),
  params: z.record(z.string(), z.unknown()).nullish(),
});

const manifest = z.looseObject({
  id: z.string(),
  entities: z.array(z.looseObject({ name: z.string(), actions: z.array(action) })),
});

/**
 * What the check needs of a connector manifest, as `GET /api/v1/connectors/{id}` serves it: its id, its entities, their
 * actions and the JSON Schema (draft 2020-12) of each action's parameters.
 */
export interface CheckedManifest {
  readonly id: string;
  readonly entities: readonly {
    readonly name: string;
    readonly actions: readonly {
      readonly action: string;
      readonly params?: Readonly<Record<string, unknown>> | null | undefined;
    }[];
  }[];
}

/**
 * Reads a manifest from parsed JSON.
 * @throws Error that names the places which differ from a manifest.
 */
export function parseManifest(value: unknown): CheckedManifest {
  const result = manifest.safeParse(value);
  if (!result.success) {
    throw new Error(`This is no connector manifest:\n${z.prettifyError(result.error)}`);
  }
  return result.data;
}
