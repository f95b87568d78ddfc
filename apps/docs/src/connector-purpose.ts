/**
 * Returns what the first sentence of a connector's README lists after "Connects Stripe:", without its full stop: `customers and invoices`.
 * Throws a `TypeError` if there is no such sentence.
 */
export function connectorPurpose({ id, readme }: { readonly id: string; readonly readme: string }): string {
  const sentence = /^Connects [^:]+: ([\s\S]+?)\.(?:\s|$)/m.exec(readme)?.[1];
  if (sentence === undefined) {
    throw new TypeError(
      `connectors/${id}/README.md must begin with a sentence such as "Connects Stripe: customers and invoices."`,
    );
  }
  return sentence.replaceAll('\n', ' ');
}
