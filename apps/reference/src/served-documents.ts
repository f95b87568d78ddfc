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
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return (await answer.json()) as Content;
}
