import { Script } from 'node:vm';
import { type RepetitiveText, repetitiveTexts, textOfLength } from './repetitive-texts.ts';

const length = 16_000;
/** More than an expression takes for that length if it looks at each character a few times. */
const suspiciousMilliseconds = 4;
/** Four times the length takes four times as long if the time is linear, and sixteen times if it is quadratic. */
const maxGrowth = 9;
const maxMilliseconds = 8000;

/** A text for which an expression takes longer than in proportion to its length; undefined if there is none. */
export function slowText(source: string, flags: string): RepetitiveText | undefined {
  // Without a quantifier, the number of steps at each character has a limit.
  if (!/[*+{]/.test(source)) return undefined;
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  let tried: RepetitiveText | undefined;
  const find = () =>
    repetitiveTexts(source).find((text) => {
      tried = text;
      return growsFaster(expression, text);
    });
  try {
    // Only a script can be ended while an expression runs.
    return new Script('find()').runInNewContext({ find }, { timeout: maxMilliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return tried;
  }
}

function growsFaster(expression: RegExp, text: RepetitiveText): boolean {
  const whole = textOfLength(text, length);
  const least = (attempts: number, measured: string) =>
    Math.min(...Array.from({ length: attempts }, () => milliseconds(expression, measured)));
  // One attempt can include a garbage collection or a compilation; the least of several does not.
  if (least(1, whole) < suspiciousMilliseconds) return false;
  const wholeMilliseconds = least(3, whole);
  if (wholeMilliseconds < suspiciousMilliseconds) return false;
  return wholeMilliseconds > maxGrowth * least(5, textOfLength(text, length / 4));
}

/** The processor time for finding every match: other programs of the machine do not count. */
function milliseconds(expression: RegExp, text: string): number {
  const before = process.cpuUsage();
  text.replace(expression, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
