import type { UploadedFile } from '@connectory/upstream';

// Line breaks and hyphens could end a form too early.
const part = Buffer.from('\r\n--A photo.\r\n--\u0000\u00ff');

/** The bytes of the file that the suite uploads. */
export const sampleBytes: Buffer = Buffer.concat(Array.from({ length: 5_000 }, () => part));

/** The file that the suite uploads; its bytes can be read once, like those of a caller. */
export function sampleFile(): UploadedFile {
  let isSpent = false;
  return {
    name: 'photo.png',
    type: 'image/png',
    size: sampleBytes.length,
    get isSpent() {
      return isSpent;
    },
    async *bytes() {
      if (isSpent) throw new Error('the file is read a second time');
      isSpent = true;
      yield sampleBytes.subarray(0, 7);
      yield sampleBytes.subarray(7);
    },
  };
}
