/** Bytes of the downloaded file. */
export const fileBytes = 64 * 1024 * 1024;
