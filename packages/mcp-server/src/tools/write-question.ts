import { parseVerbatim, writeExactly } from '@connectory/exact-json';
import type { ExecuteAnswer, ExecuteCall } from '../calls.ts';
import { shortenedJson } from '../results/shortened-value.ts';
import type { ResolvedCall } from './resolve-call.ts';

const verbs = { read: 'Read', write: 'Write', delete: 'Delete', outward: 'Reach outward' } as const;
const mostParams = 2_000;
const mostRequests = 5;

/** The question before a write: what it does, where, with which parameters, and which requests would be sent. */
export function writeQuestion(
  { connection, action }: ResolvedCall,
  { envelope }: ExecuteCall,
  preview: ExecuteAnswer,
): string {
  const { entity, intent, params } = envelope;
  const lines = [
    `${verbs[action.effect]}: ${action.summary}`,
    `Connection: ${connection.name} (${connection.vendor ?? connection.connector}), ${entity}.${action.action}`,
    `Parameters: ${shortenedJson(parseVerbatim(writeExactly(params)), mostParams) ?? 'too long to show'}`,
    ...requestLines(preview),
    ...(intent === undefined ? [] : [`Intent: ${intent}`]),
  ];
  return lines.map(visible).join('\n');
}

function requestLines({ data }: ExecuteAnswer): string[] {
  const { requests } = JSON.parse(data.toString('utf8')) as {
    readonly requests: readonly { readonly method: string; readonly url: string }[];
  };
  return requests.slice(0, mostRequests).map(({ method, url }) => `Request: ${method} ${url.slice(0, 500)}`);
}

// Invisible and direction-changing characters could disguise a text as another one.
const visible = (line: string) =>
  line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
