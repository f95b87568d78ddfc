/** Where the typed models of existing clients expect a response in a different shape from that of the connector's other actions. */
export interface ResponseShape {
  /** Entities whose `api_search` returns the vendor's whole page, an object with `data` and the paging, instead of the records. */
  readonly wholePages: readonly string[];
  /** Search fields that the model of an entity accepts as absent, but not as null. */
  readonly absentForNull: Readonly<Record<string, readonly string[]>>;
}

const plain: ResponseShape = { wholePages: [], absentForNull: {} };

const shapes: ReadonlyMap<string, ResponseShape> = new Map([
  [
    'stripe',
    {
      wholePages: ['charges', 'invoices', 'subscriptions'],
      absentForNull: { customers: ['sources'], invoices: ['status_transitions'] },
    },
  ],
]);

/** Returns the response shapes of a connector that are special for existing clients of the hosted service. */
export function responseShapeOf(connector: string): ResponseShape {
  return shapes.get(connector) ?? plain;
}
