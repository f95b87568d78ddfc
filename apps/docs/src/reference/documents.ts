/** An OpenAPI document that the gateway serves. */
export interface ServedDocument {
  /** `Gateway`, or the id of a connector with its vendor. */
  readonly name: string;
  /** The path of its page. */
  readonly page: string;
  /** The URL of the document. */
  readonly source: string;
}

const gateway: ServedDocument = { name: 'Gateway', page: '/reference/', source: '/openapi.json' };

interface DocumentList {
  readonly connectors: readonly { readonly id: string; readonly vendor: string }[];
}

/**
 * Returns every document of the gateway: its own, then that of each connector by name. Throws an `Error` if the gateway does not respond.
 */
export async function servedDocuments(): Promise<readonly ServedDocument[]> {
  const { connectors } = await load<DocumentList>('/reference/documents.json');
  const others = connectors
    .toSorted((one, other) => one.id.localeCompare(other.id))
    .map(({ id, vendor }) => ({
      name: `${id} (${vendor})`,
      page: `/reference/${id}`,
      source: `/openapi/${id}.json`,
    }));
  return [gateway, ...others];
}

/** Returns the document at a path; undefined if the gateway has none there. */
export function documentAt(path: string, documents: readonly ServedDocument[]): ServedDocument | undefined {
  const wanted = path.replace(/\/+$/, '');
  return documents.find(({ page }) => page.replace(/\/$/, '') === wanted);
}

/** Fetches JSON from the gateway. Throws an `Error` with the status of a failed response. */
export async function load<Content>(address: string): Promise<Content> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  return (await response.json()) as Content;
}

const codeOrMarkup = /(`+)[\s\S]*?\1|</g;
/** Keywords that hold values, not descriptions. */
const values = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * Escapes HTML in the descriptions of a document, so that markup is shown as it was written. Descriptions are Markdown, which may contain
 * HTML, and the author of a third-party connector may have written them.
 */
export function withoutMarkup<Part>(part: Part): Part {
  return escapeIn(part) as Part;
}

function escapeIn(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(escapeIn);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (values.has(name)) return [name, value];
      return [name, name === 'description' && typeof value === 'string' ? escapeMarkup(value) : escapeIn(value)];
    }),
  );
}

// Code in backticks is not interpreted as markup.
const escapeMarkup = (text: string) => text.replace(codeOrMarkup, (found) => (found === '<' ? '&lt;' : found));
