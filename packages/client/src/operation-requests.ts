import type { OpenApiDocument } from './trim-document.ts';

/** What a member of a request may be: the parts of its JSON Schema from which options and forms are made. */
export interface RequestMember {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: RequestMember;
  readonly properties?: Readonly<Record<string, RequestMember>>;
}

/** An operation of the gateway as a request: its address, and the members of query and body by name. */
export interface OperationRequest {
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, RequestMember>>;
  readonly body: Readonly<Record<string, RequestMember>>;
}

type Schema = Omit<RequestMember, 'type' | 'enum'> & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
};

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { in: string; name: string; description?: string; schema: RequestMember }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: unknown } } };
}

/** Returns the requests of a document by the ID of their operation. */
export function operationRequests({ paths, components = {} }: OpenApiDocument): Record<string, OperationRequest> {
  // A schema that contains itself, such as a filter, has no members of its own there.
  const member = (value: unknown, above: readonly string[] = []): RequestMember => {
    const { $ref, type, description, enum: values, items, properties } = value as Schema;
    if ($ref !== undefined) {
      if (above.includes($ref)) return {};
      return member(components.schemas?.[$ref.replace('#/components/schemas/', '')], [...above, $ref]);
    }
    const [named] = [type ?? []].flat();
    return {
      ...(named !== undefined && { type: named }),
      ...(description !== undefined && { description }),
      ...(values?.every((value) => typeof value === 'string') && { enum: values }),
      ...(items !== undefined && { items: member(items, above) }),
      ...(properties !== undefined && { properties: members(properties, above) }),
    };
  };
  const members = (all: object, above: readonly string[] = []) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, member(one, above)]));
  const requests = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, declared]): [string, OperationRequest] => {
      const { operationId, summary, parameters = [], requestBody } = declared as Operation;
      const query = parameters.filter((one) => one.in === 'query');
      const schema = requestBody?.content['application/json']?.schema;
      return [
        operationId,
        {
          summary,
          method: method.toUpperCase(),
          path,
          query: members(
            Object.fromEntries(query.map((one) => [one.name, { ...one.schema, description: one.description }])),
          ),
          body: schema === undefined ? {} : (member(schema).properties ?? {}),
        },
      ];
    }),
  );
  return Object.fromEntries(requests);
}
