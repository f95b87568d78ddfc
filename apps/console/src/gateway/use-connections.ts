import type {
  Client,
  Connection,
  ConnectorEntity,
  ConnectorManifest,
  ConnectorSummary,
  EntitySync,
  EventEndpoint,
  EventEndpointChange,
  OwnFields,
} from '@connectory/client';
import {
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../session/session.tsx';
import { useWorkspace } from './use-workspace.ts';

/** The connections of the workspace. */
export function useConnections(): UseQueryResult<readonly Connection[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['connections', name],
    queryFn: (): Promise<readonly Connection[]> => Array.fromAsync(client.connections.list()),
    // Always reloaded, because problems must be shown without delay.
    staleTime: 0,
  });
}

/** One connection of the workspace. */
export function useConnection(id: string): UseQueryResult<Connection> {
  const { name, client } = useWorkspace();
  return useQuery({ queryKey: ['connection', name, id], queryFn: () => client.connections.get(id) });
}

const whileRunning = 1_500;
const whileNew = 5_000;
const whileIdle = 30_000;

/** The state of the copies of a connection; polled while one is being updated, or about to be (`isExpected`). */
export function useSyncs(id: string, isExpected = false): UseQueryResult<readonly EntitySync[]> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: ['syncs', name, id],
    queryFn: () => client.connections.syncs(id),
    refetchInterval: ({ state: { data = [] } }) => {
      if (isExpected || data.some(isUnderWay)) return whileRunning;
      return data.some(({ pass }) => pass === 0) ? whileNew : whileIdle;
    },
  });
}

/** Whether a copy is being updated or waits to continue. */
export const isUnderWay = ({ phase }: EntitySync): boolean => phase === 'running' || phase === 'waiting';

/** The query for the manifest of a connector. */
const manifestQuery = (client: Client, connector: string) =>
  queryOptions({
    queryKey: ['manifest', connector],
    queryFn: () => client.connectors.get(connector),
    // It only changes when the gateway is restarted with another version.
    staleTime: 5 * 60_000,
  });

/** The manifest of a connector for this token, with all schemas; no request is sent while the connector is undefined. */
export function useManifest(connector: string | undefined): UseQueryResult<ConnectorManifest> {
  const { client } = useSession();
  return useQuery({ ...manifestQuery(client, connector ?? ''), enabled: connector !== undefined });
}

/** The key of the query for the own fields of a connection. */
export const ownFieldsKey = (workspace: string, id: string) => ['own-fields', workspace, id] as const;

/** The fields and entities that the account of a connection has added, as they were last discovered. */
export function useOwnFields(id: string): UseQueryResult<OwnFields> {
  const { name, client } = useWorkspace();
  return useQuery({ queryKey: ownFieldsKey(name, id), queryFn: () => client.connections.ownFields(id) });
}

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

/** A field of the copy, as the manifest describes it. */
type Field = NonNullable<ConnectorEntity['search']>['fields'][number];

/** The manifests of some connectors, as far as they are loaded, in this order. */
export function useManifests(connectors: readonly string[]): readonly ConnectorManifest[] {
  const { client } = useSession();
  return useQueries({ queries: connectors.map((connector) => manifestQuery(client, connector)), combine: loadedData });
}

const loadedData = (queries: readonly UseQueryResult<ConnectorManifest>[]) => queries.flatMap(({ data }) => data ?? []);

/** The search fields of each entity with a copy, for some connectors, by the name of the entity; undefined until all are loaded. */
export function useSearchFields(connectors: readonly string[]): ReadonlyMap<string, readonly Field[]> | undefined {
  const manifests = useManifests(connectors);
  return useMemo(() => {
    if (manifests.length < connectors.length) return undefined;
    const known = new Map<string, readonly Field[]>();
    for (const { name, search } of manifests.flatMap(({ entities }) => entities)) {
      if (search === null) continue;
      const others = known.get(name) ?? [];
      const isNew = (field: Field) => field.absent === undefined && others.every((other) => other.name !== field.name);
      known.set(name, [...others, ...search.fields.filter(isNew)]);
    }
    return known;
  }, [connectors, manifests]);
}

const whileOpen = 5_000;
const keyOf = (workspace: string, id: string) => ['event-endpoint', workspace, id];

/** The URL to which the vendor of a connection sends events, and the number of events; polled while shown. */
export function useEventEndpoint(id: string): UseQueryResult<EventEndpoint> {
  const { name, client } = useWorkspace();
  return useQuery({
    queryKey: keyOf(name, id),
    queryFn: () => client.connections.events(id),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : whileOpen),
    // The URL is a secret, so it is removed from the cache with the page.
    gcTime: 0,
  });
}

/** Changes it: stores the vendor's secret, or creates a new URL. The secret is not kept in the browser. */
export function useChangeEventEndpoint(id: string): UseMutationResult<EventEndpoint, Error, EventEndpointChange> {
  const { name, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: EventEndpointChange) => client.connections.updateEvents(id, change),
    gcTime: 0,
    onSuccess: (endpoint) => queries.setQueryData(keyOf(name, id), endpoint),
  });
}

/** The installed connectors in short, ordered by id. */
export function useConnectors(): UseQueryResult<readonly ConnectorSummary[]> {
  const { client } = useSession();
  return useQuery({
    queryKey: ['connectors'],
    queryFn: (): Promise<readonly ConnectorSummary[]> => Array.fromAsync(client.connectors.list()),
    // They only change when the gateway is restarted.
    staleTime: 5 * 60_000,
  });
}
