/** An OpenAPI document that the gateway serves. */
export interface ServedDocument {
  /** `Gateway`, or the id of a connector with its vendor. */
  readonly name: string;
  /** The address of its page. */
  readonly page: string;
  /** The address of the document. */
  readonly source: string;
}

const gateway: ServedDocument = { name: 'Gateway', page: '/reference/', source: '/openapi.json' };

interface DocumentList {
  readonly connectors: readonly { readonly id: string; readonly vendor: string }[];
}

/** Every document of the gateway: its own, then that of each connector by name. Throws an `Error` when it does not answer. */
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

/** The document of an address; undefined where the gateway has no such one. */
export function documentAt(path: string, documents: readonly ServedDocument[]): ServedDocument | undefined {
  const wanted = path.replace(/\/+$/, '');
  return documents.find(({ page }) => page.replace(/\/$/, '') === wanted);
}

/** Reads JSON of the gateway. Throws an `Error` that says what it answered. */
export async function load<Content>(address: string): Promise<Content> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
  return (await answer.json()) as Content;
}
