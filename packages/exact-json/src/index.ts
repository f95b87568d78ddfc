export { elementAt, elementLines, firstElements, keepElements } from './array-elements.ts';
export { dropMembers, keepMembers, type MemberTree, memberTree } from './cut-members.ts';
export { parseExactly, parseVerbatim, writeExactly, writeSorted } from './exact-json.ts';
export { jsonErrorPosition } from './json-error.ts';
export { parsePlainly, type Rewriter, rewriteJson, rewriteValue } from './rewrite.ts';
export { isNullAt, JsonBoundError, type JsonBounds, JsonSyntaxError, type Slice } from './scan-json.ts';
export { type JsonSlices, planSlices, type SlicePlan, sliceJson } from './slice-json.ts';
export { eachInTurns, readElements, replaceElements } from './turns.ts';
