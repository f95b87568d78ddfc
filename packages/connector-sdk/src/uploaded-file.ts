import type { Action } from './action.ts';

/** Parameters of an upload that the file fills where the caller leaves them out. */
interface FilledByFile<Param extends string = string> {
  readonly name?: Param;
  /** The media type. */
  readonly type?: Param;
  /** The number of bytes. */
  readonly size?: Param;
}

/**
 * The first request of an upload to a URL that the vendor chooses. Its response has the URL at `urlAt`, and at the paths of `values` the
 * parameters of the last request.
 */
export interface UploadTarget {
  /** Takes those parameters of the upload that it declares. */
  readonly action: Action;
  readonly urlAt: string;
  /** Parameter <- path in the response. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * How the vendor takes the file of an upload. `raw`: the request's body is the file. `multipart`: a form with the members of the body and,
 * last, the part `field` with the file. `target`: the file is sent to a URL that the vendor returns, before the request of the action.
 */
export type FileOfUpload<Param extends string = string> = (
  | { readonly as: 'raw' }
  | { readonly as: 'multipart'; readonly field: string }
  | { readonly as: 'target'; readonly target: UploadTarget }
) & { readonly fills?: FilledByFile<Param> };

/** The parameters that only the file of an upload or the response to its first request can give. */
export function paramsOfFile(file: FileOfUpload | undefined): readonly string[] {
  if (file === undefined) return [];
  return [...Object.values(file.fills ?? {}), ...(file.as === 'target' ? Object.keys(file.target.values ?? {}) : [])];
}
