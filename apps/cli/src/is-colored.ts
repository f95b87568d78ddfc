import { styleText } from 'node:util';

/** Whether a stream is colored: terminals are unless `NO_COLOR` is set, other streams only with `FORCE_COLOR`. */
export const isColored = (stream: NodeJS.WriteStream): boolean => styleText('red', '.', { stream }) !== '.';
