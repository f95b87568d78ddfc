/** Ids of HubSpot's unlabeled association types: of the first object with the second. */
export const associationTypes = {
  contacts: { companies: 279, deals: 4, tickets: 15, notes: 201, calls: 193, emails: 197, meetings: 199, tasks: 203 },
  companies: {
    contacts: 280,
    deals: 342,
    tickets: 340,
    notes: 189,
    calls: 181,
    emails: 185,
    meetings: 187,
    tasks: 191,
  },
  deals: {
    contacts: 3,
    companies: 341,
    tickets: 27,
    line_items: 19,
    notes: 213,
    calls: 205,
    emails: 209,
    meetings: 211,
    tasks: 215,
  },
  tickets: { contacts: 16, companies: 339, deals: 28, notes: 227, calls: 219, emails: 223, meetings: 225, tasks: 229 },
  line_items: { deals: 20 },
  products: {},
  notes: { contacts: 202, companies: 190, deals: 214, tickets: 228 },
  calls: { contacts: 194, companies: 182, deals: 206, tickets: 220 },
  emails: { contacts: 198, companies: 186, deals: 210, tickets: 224 },
  meetings: { contacts: 200, companies: 188, deals: 212, tickets: 226 },
  tasks: { contacts: 204, companies: 192, deals: 216, tickets: 230 },
} as const;

/** An object whose records can be associated with others when they are created. */
export type Associable = keyof typeof associationTypes;

/** The id of the unlabeled association type of one object with another, by their names; undefined if it is not known. */
export const unlabeledType = (from: string, to: string): number | undefined =>
  Object.hasOwn(associationTypes, from)
    ? (associationTypes[from as Associable] as Readonly<Record<string, number>>)[to]
    : undefined;
