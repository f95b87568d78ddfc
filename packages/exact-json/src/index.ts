export { elementAt, elementLines, firstElements, keepElements } from './array-elements.ts';
export { dropMembers, keepMembers, type MemberTree, memberTree } from './cut-members.ts';
export { parseExactly, writeExactly } from './exact-json.ts';
export { type JsonSlices, planSlices, type SlicePlan, sliceJson } from './json-slices.ts';
export { JsonSyntaxError, type Slice } from './scan-json.ts';
export { type ValuePath, valueAt, valuePath } from './value-at.ts';
export { parseVerbatim } from './verbatim-json.ts';
