import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  eachElement,
  JsonSyntaxError,
  nameText,
  openBrace,
  openBracket,
  quote,
  skipScalar,
  skipSpace,
  skipValue,
} from './scan-json.ts';
import {
  type FoundMember,
  found,
  type NameLengths,
  nameLengths,
  selectText,
  walkMember,
  walkMembers,
} from './walk-json.ts';

/** Names of members by level, prepared by `memberTree`. */
export interface MemberTree {
  readonly members: readonly Member[];
  /** The same members by the length of their names in bytes, which alone distinguishes most names. */
  readonly byLength: readonly (readonly Member[])[];
  readonly lengths: NameLengths;
  /** Four positions for each member of the object being read. */
  readonly places: Int32Array;
}

interface Member {
  readonly index: number;
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
  const members = [...longer].map(([name, rest], index) => {
    return { index, name, bytes: Buffer.from(name), below: whole.has(name) ? undefined : memberTree(rest) };
  });
  const longest = Math.max(0, ...members.map(({ bytes }) => bytes.length));
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    members.filter(({ bytes }) => bytes.length === length),
  );
  const lengths = nameLengths(members.map(({ bytes }) => bytes));
  return { members, byLength, lengths, places: new Int32Array(4 * members.length) };
}

/**
 * Reduces a JSON object, or each object of an array, to the members of `tree`, in the order of `tree`. Other values are kept. Values are
 * copied byte for byte. Throws `JsonSyntaxError`.
 */
export function keepMembers(json: Buffer, tree: MemberTree): Buffer {
  return cut(json, tree, keepInObject);
}

/**
 * Removes the members of `tree` from a JSON object, or from each object of an array. The rest is copied byte for byte. Throws
 * `JsonSyntaxError`.
 */
export function dropMembers(json: Buffer, tree: MemberTree): Buffer {
  return cut(json, tree, dropFromObject);
}

/** The output of a cut. It never gets longer than the text. */
interface Cut {
  readonly json: Buffer;
  readonly out: Buffer;
  length: number;
  readonly inObject: (cutting: Cut, start: number, tree: MemberTree) => number;
}

const deepestArrays = 1000;

// Most of a text is dropped, and allocating a buffer of its size each time would cost the garbage collector more than the cut itself.
const draft = Buffer.allocUnsafeSlow(256 * 1024);

function cut(json: Buffer, tree: MemberTree, inObject: Cut['inObject']): Buffer {
  selectText(json);
  const isShort = json.length <= draft.length;
  const cutting: Cut = { json, out: isShort ? draft : Buffer.allocUnsafe(json.length), length: 0, inObject };
  const end = skipSpace(json, cutValue(cutting, skipSpace(json, 0), tree, 0));
  if (end !== json.length) throw new JsonSyntaxError(end);
  const result = cutting.out.subarray(0, cutting.length);
  return isShort ? Buffer.from(result) : result;
}

function cutValue(cutting: Cut, start: number, tree: MemberTree, depth: number): number {
  const first = cutting.json[start];
  if (first === openBrace) return cutting.inObject(cutting, start, tree);
  if (first === openBracket) return cutArray(cutting, start, tree, depth);
  const end = skipValue(cutting.json, start);
  copy(cutting, start, end);
  return end;
}

function cutArray(cutting: Cut, start: number, tree: MemberTree, depth: number): number {
  if (depth === deepestArrays) throw new JsonSyntaxError(start);
  put(cutting, openBracket);
  const end = eachElement(cutting.json, start, (position, index) => {
    if (index > 0) put(cutting, comma);
    return cutValue(cutting, position, tree, depth + 1);
  });
  put(cutting, closeBracket);
  return end;
}

function keepInObject(cutting: Cut, start: number, tree: MemberTree): number {
  const { json } = cutting;
  const { places } = tree;
  places.fill(-1);
  const end = walkMembers(start, tree.lengths, (place) => {
    const member = memberAt(json, place, tree);
    if (member === undefined) return;
    // Of two members with the same name the last one counts, as in parsers.
    const at = 4 * member.index;
    places[at] = place.nameStart;
    places[at + 1] = place.nameEnd;
    places[at + 2] = place.valueStart;
    places[at + 3] = place.valueEnd;
  });
  if (end < 0) throw new JsonSyntaxError(start);
  put(cutting, openBrace);
  let isFirst = true;
  for (const { index, below } of tree.members) {
    const at = 4 * index;
    const nameStart = places[at] as number;
    if (nameStart < 0) continue;
    if (!isFirst) put(cutting, comma);
    isFirst = false;
    copy(cutting, nameStart, places[at + 1] as number);
    put(cutting, colon);
    const valueStart = places[at + 2] as number;
    if (below !== undefined) cutValue(cutting, valueStart, below, 0);
    else copyValue(cutting, valueStart, places[at + 3] as number);
  }
  put(cutting, closeBrace);
  return end;
}

// The loop over members is inlined, because it runs for every member of every record.
function dropFromObject(cutting: Cut, start: number, tree: MemberTree): number {
  const { json } = cutting;
  put(cutting, openBrace);
  let isFirst = true;
  // Adjacent members that are kept are copied together.
  let runStart = -1;
  let runEnd = -1;
  let end = skipSpace(json, start + 1);
  for (;;) {
    const isEnd = json[end] === closeBrace;
    const nameStart = end;
    const next = isEnd ? end : memberEnd(json, nameStart);
    const member = isEnd ? undefined : memberAt(json, found, tree);
    if (!isEnd && member === undefined) {
      if (runStart < 0) runStart = nameStart;
      runEnd = found.valueEnd;
    } else if (runStart >= 0) {
      if (!isFirst) put(cutting, comma);
      isFirst = false;
      copy(cutting, runStart, runEnd);
      runStart = -1;
    }
    if (isEnd) break;
    if (member?.below !== undefined) {
      if (!isFirst) put(cutting, comma);
      isFirst = false;
      const { nameEnd, valueStart } = found;
      copy(cutting, nameStart, nameEnd);
      put(cutting, colon);
      cutValue(cutting, valueStart, member.below, 0);
    }
    end = memberStart(json, next);
  }
  put(cutting, closeBrace);
  return end + 1;
}

/** Returns the position of what follows the member at `start`, and sets `found`. */
function memberEnd(json: Buffer, start: number): number {
  const end = json[start] === quote ? walkMember(start) : -1;
  if (end < 0) throw new JsonSyntaxError(start);
  return end;
}

/** Returns the position of the next member, or of the closing brace, after a member that ends at `end`. */
function memberStart(json: Buffer, end: number): number {
  if (json[end] === closeBrace) return end;
  const start = skipSpace(json, end + 1);
  if (json[end] !== comma || json[start] !== quote) throw new JsonSyntaxError(start);
  return start;
}

/** Returns the selected member with the name at a place. */
function memberAt(
  json: Buffer,
  { nameStart, nameEnd, isEscaped }: FoundMember,
  { members, byLength }: MemberTree,
): Member | undefined {
  if (isEscaped) {
    const name = nameText(json, nameStart, nameEnd);
    return members.find((member) => member.name === name);
  }
  const length = nameEnd - nameStart - 2;
  const candidates = byLength[length];
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    const { bytes } = candidate;
    let same = 0;
    while (same < length && json[nameStart + 1 + same] === bytes[same]) same++;
    if (same === length) return candidate;
  }
  return undefined;
}

function put(cutting: Cut, byte: number): void {
  cutting.out[cutting.length++] = byte;
}

// The walk does not check values. Those that are kept are checked here unless they are nested.
function copyValue(cutting: Cut, start: number, end: number): void {
  const first = cutting.json[start];
  const isScalar = first !== quote && first !== openBrace && first !== openBracket;
  if (isScalar && skipScalar(cutting.json, start) !== end) throw new JsonSyntaxError(start);
  copy(cutting, start, end);
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
