import type { Ask } from './gateway-answers.ts';
import { listedEntity } from './try-demo.ts';

interface Manifest {
  readonly settings: { readonly required?: readonly string[] };
  readonly auth: readonly {
    readonly name: string;
    readonly scheme: string;
    readonly fields: readonly { readonly name: string; readonly required: boolean }[];
  }[];
}

// The egress guard blocks calls to this machine, so no vendor ever sees these credentials.
const nowhere = 'https://127.0.0.1:9';

/**
 * Returns the draft of a connection of an installed connector with made-up keys, whose calls reach no vendor, and one of its entities with
 * a list. Throws an `Error` if no connector takes keys.
 */
export async function exampleConnection(ask: Ask): Promise<{ draft: object; entity: string }> {
  const { body } = await ask('/api/v1/connectors');
  const { data } = body as { readonly data: readonly { readonly id: string }[] };
  for (const { id } of data) {
    const { settings, auth } = (await ask(`/api/v1/connectors/${id}`)).body as Manifest;
    const keys = auth.find(({ scheme }) => scheme !== 'oauth2');
    const entity = await listedEntity(ask, id);
    if (keys === undefined || entity === undefined || (settings.required ?? []).length > 0) continue;
    const needed = keys.fields.filter(({ required }) => required);
    const draft = {
      connector: id,
      authentication: keys.name,
      credentials: Object.fromEntries(needed.map(({ name }) => [name, 'example'])),
      settings: { base_url: nowhere },
      check: false,
    };
    return { draft, entity };
  }
  throw new Error('No installed connector takes keys.');
}
