/** Maximum number of characters of all records that a lookup reads. */
export const mostCharacters = 65_536;

/** The document of record `r` as JSON text; null if it alone exceeds the limit. */
export const shortDocument = `CASE WHEN length(r.document) <= ${mostCharacters} THEN json(r.document) END`;
