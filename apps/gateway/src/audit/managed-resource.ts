import { isId } from '@connectory/control-plane';
import type { OpenApiDocument } from '@connectory/openapi';

/** The object of a management request, read from its URL. */
export interface ManagedResource {
  /** The kind of object: `connections`, `tokens`, `syncs`. */
  readonly entity: string;
  /** What happens to it: `create`, `update`, `delete`, `request`, or a verb in the URL such as `check`. */
  readonly action: string;
  /** Id or name in the URL. */
  readonly workspace: string | undefined;
  readonly subjectId: string | null;
  readonly connectionId: string | null;
}

interface Template {
  readonly pattern: RegExp;
  readonly method: string;
  readonly names: readonly string[];
  readonly resource: Pick<ManagedResource, 'entity' | 'action'>;
}

type Paths = NonNullable<OpenApiDocument['paths']>;

const actions: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' };
const placeholder = /^\{(.+)\}$/;

/**
 * Returns a function that reads the object of a request from its method and path; undefined for an operation that is not in the document.
 */
export function managedResources({
  paths = {},
}: OpenApiDocument): (method: string, path: string) => ManagedResource | undefined {
  const templates = Object.entries(paths).flatMap(([path, item]) => {
    const hasMembers = Object.keys(paths).some((other) => other.startsWith(`${path}/{`));
    return templatesOf(path, item, hasMembers);
  });
  return (method, path) => {
    for (const template of templates) {
      const found = template.method === method ? template.pattern.exec(path) : null;
      if (found !== null) return resourceOf(template, found.slice(1));
    }
    return undefined;
  };
}

/** Returns a function that tells whether a request is for an operation that the document declares as safe. */
export function safeRequests({ paths = {} }: OpenApiDocument): (method: string, path: string) => boolean {
  const safe = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {})
      .filter(([, operation]) => (operation as { readonly 'x-safe'?: boolean })['x-safe'] === true)
      .map(([method]) => ({ method: method.toUpperCase(), pattern: patternOf(path.split('/')) })),
  );
  return (method, path) => safe.some((template) => template.method === method && template.pattern.test(path));
}

function templatesOf(path: string, item: Paths[string], hasMembers: boolean): readonly Template[] {
  const segments = path.split('/');
  const names = segments.flatMap((segment, index) => {
    const name = placeholder.exec(segment)?.[1];
    if (name === undefined) return [];
    return [name === 'id' ? (segments[index - 1] ?? name) : name];
  });
  const pattern = patternOf(segments);
  return Object.entries(item ?? {}).map(([method, operation]) => ({
    pattern,
    method: method.toUpperCase(),
    names,
    resource: actionOf(
      segments,
      method.toUpperCase(),
      hasMembers || item?.get !== undefined,
      operation as Paths[string]['post'],
    ),
  }));
}

// Express ignores case and a trailing slash.
const patternOf = (segments: readonly string[]) =>
  new RegExp(`^${segments.map((segment) => (placeholder.test(segment) ? '([^/]+)' : segment)).join('/')}/?$`, 'i');

function actionOf(
  segments: readonly string[],
  method: string,
  isResource: boolean,
  operation: Paths[string]['post'],
): Pick<ManagedResource, 'entity' | 'action'> {
  const literals = segments.filter((segment) => !placeholder.test(segment));
  const entity = literals.at(-1) ?? '';
  const action = actions[method] ?? method.toLowerCase();
  if (placeholder.test(segments.at(-1) ?? '')) return { entity, action };
  // A path that has neither GET nor items is a verb, not an object.
  if (!isResource) return { entity: literals.at(-2) ?? '', action: entity };
  // An accepted request is carried out later.
  return { entity, action: operation?.responses?.['202'] === undefined ? action : 'request' };
}

function resourceOf({ names, resource }: Template, values: readonly string[]): ManagedResource {
  const textOf = (name: string | undefined) => {
    const value = values[names.indexOf(name ?? '')];
    return value === undefined ? undefined : decoded(value);
  };
  const idOf = (name: string | undefined) => {
    const value = textOf(name);
    // Any other value may be a secret in the wrong place.
    return value !== undefined && isId(value) ? value : null;
  };
  const subject = names.findLast((name) => name !== 'workspace');
  return {
    ...resource,
    workspace: textOf('workspace'),
    subjectId: idOf(subject),
    connectionId: idOf('connections'),
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
