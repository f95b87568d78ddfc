/** Bytes of the file that is downloaded. */
export const fileBytes = 64 * 1024 * 1024;
