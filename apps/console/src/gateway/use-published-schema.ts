import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.tsx';

/** A JSON Schema, as an object. */
export type PublishedSchema = Readonly<Record<string, unknown>>;

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, PublishedSchema>> };
}

/** A schema of this gateway's OpenAPI document, by its name there. */
export function usePublishedSchema(name: string): UseQueryResult<PublishedSchema> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['published-schema', name],
    queryFn: async () => {
      const { data } = await client.transport.GET('/openapi.json');
      const schema = (data as unknown as Document).components.schemas[name];
      if (schema === undefined) throw new Error(`The document of the gateway has no schema "${name}".`);
      return schema;
    },
    // It only changes when the gateway is restarted with another version.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
