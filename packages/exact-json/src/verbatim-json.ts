import { sourceJson } from './source-text.ts';

/** Parses JSON so that `JSON.stringify` writes every number unchanged, such as `1.10` and `1e400`. */
export function parseVerbatim(text: string): unknown {
  return sourceJson.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? sourceJson.rawJSON(source) : value,
  );
}
