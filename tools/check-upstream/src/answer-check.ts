import { pointerTokens } from '@connectory/testkit/schema-values';
import type { CheckedAction } from './checked-connector.ts';
import type { Deviation } from './description/deviation.ts';
import { checkValue } from './description/schema-check.ts';
import type { VendorSchema } from './description/vendor-schema.ts';
import { answerPlace, declaredBy, placeOf, rowPlace } from './record-check.ts';
import { followPath } from './records/follow-path.ts';

/** The result of comparing a simulated response with the vendor's schema. */
export interface AnswerCheck {
  readonly deviations: readonly Deviation[];
  /** How many fields the vendor always sends are missing although nothing the connector declares speaks of them. */
  readonly undeclared: number;
}

/**
 * Compares a response of the simulated vendor with the vendor's schema. The simulation knows only what the connector declares, so a
 * required field counts as missing only if the record declares it or the action reads it.
 */
export function checkAnswer(action: CheckedAction, body: unknown, answer: VendorSchema): AnswerCheck {
  const found = checkValue(answer.schema, body, answerPlace, { resolve: answer.resolve, text: false, answer: true });
  const awaited = found.filter((deviation) => deviation.kind !== 'missing_field' || isAwaited(action, deviation.where));
  return { deviations: awaited, undeclared: found.length - awaited.length };
}

function isAwaited({ reads, result }: CheckedAction, where: string): boolean {
  if (reads.some((path) => isOnTheWay(where, placeOf(path)))) return true;
  if (result === undefined) return false;
  const row = rowPlace(result);
  if (isOnTheWay(where, row)) return true;
  if (result.reshape !== undefined || !where.startsWith(`${row}/`)) return false;
  const path = pointerTokens(where.slice(row.length)).map((token) => (token === '*' ? '0' : token));
  return 'found' in followPath(declaredBy(result), path.join('.'));
}

const isOnTheWay = (where: string, place: string) => place === where || place.startsWith(`${where}/`);
