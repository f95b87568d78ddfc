import { isIPv4, isIPv6 } from 'node:net';
import { type Candidate, matchesOf } from './candidate.ts';

const v4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d|-[a-z]|,\d\d(?![\d.]))/gi;
/** Stretches of what IPv6 addresses consist of, with a colon among the first five characters. */
const v6 = /(?<![\w:.])[\da-f]{0,4}:[\da-f:.]{2,42}/gi;

/** What precedes four numbers that are a version or a section: `Chrome/1.2.3.4`, `version 1.2.3.4`, `§ 1.2.3.4`. */
const versionBefore =
  /(?:[a-z\d_]\/|(?<!\p{L})(?:v|ver|vers|version|versión|versione|versão|versie|wersja|release|released|build|firmware|upgrade to|update to|sections?|chapter|clause|kapitel|abschnitt|oid|rfc)[\s:=.,"'-]{0,4}|§\s?)$/iu;

/** Finds addresses of both versions. */
export function findAddresses(text: string, candidates: Candidate[]): void {
  for (const { 0: found, index } of matchesOf(v4, text)) {
    if (!isIPv4(found) || versionBefore.test(text.slice(Math.max(0, index - 16), index))) continue;
    candidates.push({ kind: 'ip', start: index, end: index + found.length, certainty: 'form' });
  }
  if (!text.includes(':')) return;
  for (const { 0: run, index } of matchesOf(v6, text)) {
    if (/[\w:]/.test(text.charAt(index + run.length))) continue;
    const found = run.replace(/(?<!:):$|\.{1,2}$/, '');
    if (!isIPv6(found) || !isLikely(found)) continue;
    candidates.push({ kind: 'ip', start: index, end: index + found.length, certainty: 'form' });
  }
}

/** `::`, `Ab::De` and eight pairs of digits are more often something else. */
const isLikely = (address: string): boolean =>
  /\d/.test(address) && (address.includes('::') || /[\da-f]{3}/i.test(address));
