/** What actions do to the upstream; `outward` reaches people or systems beyond it, such as a message or a payment. */
export const effects = ['read', 'write', 'delete', 'outward'] as const;

/** What an action does to the upstream. */
export type Effect = (typeof effects)[number];
