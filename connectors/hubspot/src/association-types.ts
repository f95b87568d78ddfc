/** Ids of HubSpot's unlabeled association types: of the first object with the second. */
export const associationTypes = {
  contacts: { companies: 279, deals: 4, tickets: 15 },
  companies: { contacts: 280, deals: 342, tickets: 340 },
  deals: { contacts: 3, companies: 341, tickets: 27, line_items: 19 },
  tickets: { contacts: 16, companies: 339, deals: 28 },
} as const;

/** An object whose records can be associated with others when they are created. */
export type Associable = keyof typeof associationTypes;
