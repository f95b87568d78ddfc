/** The parts of an OpenAPI document from which the types are generated. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type PathItem = Readonly<Record<string, unknown>>;

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly requestBody: unknown;
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: unknown }>>;
}

const typedAddress = /\/execute\/[^/]+\/[^/]+$/;

/**
 * What of a connector's document the types need: request and successful response of each action, and the schemas they refer to. Errors,
 * headers and examples are the same for all and would make the types several times larger.
 */
export function trimDocument({ openapi, info, paths, components = {} }: OpenApiDocument): OpenApiDocument {
  const kept = Object.entries(paths).flatMap(([path, item]) =>
    typedAddress.test(path) && item.post !== undefined ? [[path, { post: trimOperation(item.post as Operation) }]] : [],
  );
  const trimmed: Record<string, PathItem> = Object.fromEntries(kept);
  return { openapi, info, paths: trimmed, components: referred(trimmed, components) };
}

function trimOperation({ summary, description, deprecated, requestBody, responses }: Operation): Operation {
  // The response of a download is a reference without content of its own, and its type is that of a stream.
  const { description: response = 'The file.', content = {} } = responses[200] ?? {};
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    requestBody: withoutExamples(requestBody),
    responses: { 200: { description: response, content: withoutExamples(content) } },
  };
}

const withoutExamples = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name === 'example' || name === 'examples' ? undefined : member,
  );

type Components = NonNullable<OpenApiDocument['components']>;

function referred(paths: unknown, components: Components): Components {
  const found: Record<string, Record<string, unknown>> = {};
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name !== '$ref' || typeof member !== 'string') {
        visit(member);
        continue;
      }
      const [, kind = '', key = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(member) ?? [];
      const target = components[kind]?.[key];
      if (target === undefined) throw new Error(`The document refers to ${member}, which it does not have.`);
      found[kind] ??= {};
      if (key in found[kind]) continue;
      found[kind][key] = target;
      visit(target);
    }
  };
  visit(paths);
  return found;
}
