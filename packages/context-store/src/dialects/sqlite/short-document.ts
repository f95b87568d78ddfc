/** Characters of all records together that a search may read in the thread that asks. */
export const mostCharacters = 65_536;

/** The document of the record `r` as JSON text; null if it is too long by itself. */
export const shortDocument = `CASE WHEN length(r.document) <= ${mostCharacters} THEN json(r.document) END`;
