import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './repository.ts';

/** An action as it was called in the sandbox: its parameters, and what came back where that was JSON. */
export interface Example {
  readonly params: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

type Content = Readonly<Record<string, { readonly example?: unknown }>>;

interface Operation {
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

interface ConnectorDocument {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
}

/** The examples of a connector's OpenAPI document. */
export class Examples {
  readonly #document: ConnectorDocument;

  constructor(document: ConnectorDocument) {
    this.#document = document;
  }

  /** Reads `spec/connectors/<id>.openapi.json`. */
  static async read(connector: string): Promise<Examples> {
    const path = join(repository, 'spec/connectors', `${connector}.openapi.json`);
    return new Examples(JSON.parse(await readFile(path, 'utf8')) as ConnectorDocument);
  }

  /** The example of an action. Throws an `Error` when the document has none. */
  of(entity: string, action: string): Example {
    const end = `/execute/${entity}/${action}`;
    const operation = Object.entries(this.#document.paths).find(([path]) => path.endsWith(end))?.[1].post;
    const request = exampleIn(operation?.requestBody?.content) as Pick<Example, 'params'> | undefined;
    if (request === undefined) {
      throw new Error(`spec/connectors has no example of ${entity} ${action}. Run npm run spec:write.`);
    }
    const answer = exampleIn(operation?.responses?.['200']?.content);
    return { params: request.params ?? {}, ...(answer !== undefined && { answer }) };
  }
}

function exampleIn(content: Content | undefined): unknown {
  return content?.['application/json']?.example;
}
