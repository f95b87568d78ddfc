/** Ids of HubSpot's unlabeled association types: of the first object with the second. */
export const associationTypes = {
  contacts: { companies: 279, deals: 4, tickets: 15 },
  companies: { contacts: 280, deals: 342, tickets: 340 },
  deals: { contacts: 3, companies: 341, tickets: 27, line_items: 19 },
  tickets: { contacts: 16, companies: 339, deals: 28 },
  notes: { contacts: 202, companies: 190, deals: 214, tickets: 228 },
  calls: { contacts: 194, companies: 182, deals: 206, tickets: 220 },
  emails: { contacts: 198, companies: 186, deals: 210, tickets: 224 },
  meetings: { contacts: 200, companies: 188, deals: 212, tickets: 226 },
  tasks: { contacts: 204, companies: 192, deals: 216, tickets: 230 },
} as const;

/** An object whose records can be associated with others when they are created. */
export type Associable = keyof typeof associationTypes;
