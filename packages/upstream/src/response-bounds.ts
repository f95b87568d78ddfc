import type { JsonBounds } from '@connectory/exact-json';

/**
 * The most records of one page. The largest page of a known vendor has 25,000; eight kilobytes of compressed empty records are 2.8 million,
 * which take seconds to read.
 */
export const maxRecords = 50_000;

/**
 * What the JSON of a response may have, records and all: a page of 50,000 records with 20 values each. An object with more members than
 * this is no record, and takes a parser several times as long as its bytes do otherwise.
 */
export const jsonBounds: JsonBounds = { values: 1_000_000, members: 10_000 };

/** The most bytes of all headers of a response, with their names. */
export const maxHeaderBytes = 64 * 1024;

/** The most characters of one header that is read; a `Link` header counts with all its lines. */
export const maxHeaderLength = 8 * 1024;
