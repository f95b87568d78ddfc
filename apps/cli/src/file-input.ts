import { openAsBlob } from 'node:fs';
import { basename, extname } from 'node:path';
import { invalidInput } from './problem-error.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

/** Opens a file that is read while it is sent, with the media type of its extension. Throws a problem of code 4 if it cannot be read. */
export async function openFile(path: string): Promise<File> {
  const type = mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  try {
    return new File([await openAsBlob(path)], basename(path), { type });
  } catch {
    throw invalidInput(`The file ${path} cannot be read.`);
  }
}
