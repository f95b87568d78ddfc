export { parseExactly, writeExactly } from './exact-json.ts';
export { parseVerbatim } from './verbatim-json.ts';
