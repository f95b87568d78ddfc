import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  eachElement,
  eachMember,
  JsonSyntaxError,
  nameText,
  openBrace,
  openBracket,
  skipSpace,
  skipValue,
} from './scan-json.ts';

/** Names of members by level, prepared by `memberTree`. */
export type MemberTree = readonly Member[];

interface Member {
  readonly name: string;
  readonly bytes: Buffer;
  /** What is selected below the member; undefined for the whole member. */
  readonly below: MemberTree | undefined;
}

/** Prepares paths of member names. A path that ends at a member takes precedence over longer ones. */
export function memberTree(paths: readonly (readonly string[])[]): MemberTree {
  const longer = new Map<string, string[][]>();
  const whole = new Set<string>();
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue;
    const known = longer.get(name) ?? [];
    longer.set(name, known);
    if (rest.length === 0) whole.add(name);
    else known.push(rest);
  }
  return [...longer].map(([name, rest]) => {
    return { name, bytes: Buffer.from(name), below: whole.has(name) ? undefined : memberTree(rest) };
  });
}

/**
 * Reduces a JSON object, or each object of an array, to the members of `tree`, in the order of `tree`. Other values are kept. Values are
 * copied byte for byte. Throws `JsonSyntaxError`.
 */
export function keepMembers(json: Buffer, tree: MemberTree): Buffer {
  return cut(json, tree, keepInObject);
}

/**
 * Removes the members of `tree` from a JSON object, or from each object of an array. Other values are copied byte for byte.
 * Throws `JsonSyntaxError`.
 */
export function dropMembers(json: Buffer, tree: MemberTree): Buffer {
  return cut(json, tree, dropFromObject);
}

/** The output of a cut. It never gets longer than the text. */
interface Cut {
  readonly json: Buffer;
  readonly out: Buffer;
  length: number;
  readonly inObject: (cutting: Cut, start: number, depth: number, tree: MemberTree) => number;
}

function cut(json: Buffer, tree: MemberTree, inObject: Cut['inObject']): Buffer {
  const cutting: Cut = { json, out: Buffer.allocUnsafe(json.length), length: 0, inObject };
  const end = skipSpace(json, cutValue(cutting, skipSpace(json, 0), 0, tree));
  if (end !== json.length) throw new JsonSyntaxError(end);
  return cutting.out.subarray(0, cutting.length);
}

function cutValue(cutting: Cut, start: number, depth: number, tree: MemberTree): number {
  const first = cutting.json[start];
  if (first === openBrace) return cutting.inObject(cutting, start, depth, tree);
  if (first === openBracket) return cutArray(cutting, start, depth, tree);
  const end = skipValue(cutting.json, start, depth);
  copy(cutting, start, end);
  return end;
}

function cutArray(cutting: Cut, start: number, depth: number, tree: MemberTree): number {
  put(cutting, openBracket);
  const end = eachElement(cutting.json, start, depth, (_, position, within, index) => {
    if (index > 0) put(cutting, comma);
    return cutValue(cutting, position, within, tree);
  });
  put(cutting, closeBracket);
  return end;
}

interface Found {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly depth: number;
}

function keepInObject(cutting: Cut, start: number, depth: number, tree: MemberTree): number {
  const { json } = cutting;
  const kept = new Map<Member, Found>();
  const end = eachMember(json, start, depth, (_, valueStart, within, nameStart, nameEnd) => {
    const valueEnd = skipValue(json, valueStart, within);
    const member = memberAt(json, nameStart, nameEnd, tree);
    // Of two members with the same name the last one counts, as in parsers.
    if (member !== undefined) kept.set(member, { nameStart, nameEnd, valueStart, valueEnd, depth: within });
    return valueEnd;
  });
  put(cutting, openBrace);
  let isFirst = true;
  for (const member of tree) {
    const found = kept.get(member);
    if (found === undefined) continue;
    if (!isFirst) put(cutting, comma);
    isFirst = false;
    copy(cutting, found.nameStart, found.nameEnd);
    put(cutting, colon);
    if (member.below === undefined) copy(cutting, found.valueStart, found.valueEnd);
    else cutValue(cutting, found.valueStart, found.depth, member.below);
  }
  put(cutting, closeBrace);
  return end;
}

function dropFromObject(cutting: Cut, start: number, depth: number, tree: MemberTree): number {
  const { json } = cutting;
  put(cutting, openBrace);
  let isFirst = true;
  const end = eachMember(json, start, depth, (_, valueStart, within, nameStart, nameEnd) => {
    const member = memberAt(json, nameStart, nameEnd, tree);
    if (member !== undefined && member.below === undefined) return skipValue(json, valueStart, within);
    if (!isFirst) put(cutting, comma);
    isFirst = false;
    copy(cutting, nameStart, nameEnd);
    put(cutting, colon);
    if (member?.below !== undefined) return cutValue(cutting, valueStart, within, member.below);
    const valueEnd = skipValue(json, valueStart, within);
    copy(cutting, valueStart, valueEnd);
    return valueEnd;
  });
  put(cutting, closeBrace);
  return end;
}

/** Returns the selected member whose name stands between the quotes at `start` and before `end`. */
function memberAt(json: Buffer, start: number, end: number, tree: MemberTree): Member | undefined {
  const length = end - start - 2;
  for (const member of tree) if (member.bytes.length === length && isSame(json, start + 1, member.bytes)) return member;
  if (!isEscaped(json, start, end)) return undefined;
  const name = nameText(json, start, end);
  return tree.find((member) => member.name === name);
}

function isSame(json: Buffer, start: number, name: Buffer): boolean {
  for (let at = 0; at < name.length; at++) if (json[start + at] !== name[at]) return false;
  return true;
}

function isEscaped(json: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (json[at] === 0x5c) return true;
  return false;
}

function put(cutting: Cut, byte: number): void {
  cutting.out[cutting.length++] = byte;
}

const shortCopy = 40;

// Most values are too short for a native copy to pay off.
function copy(cutting: Cut, start: number, end: number): void {
  const { json, out } = cutting;
  let { length } = cutting;
  if (end - start > shortCopy) length += json.copy(out, length, start, end);
  else for (let at = start; at < end; at++) out[length++] = json[at] as number;
  cutting.length = length;
}
