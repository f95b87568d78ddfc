import { styleText } from 'node:util';

/** Whether a stream shows colors: a terminal does, unless `NO_COLOR` is set; others do only with `FORCE_COLOR`. */
export const isColored = (stream: NodeJS.WriteStream): boolean => styleText('red', '.', { stream }) !== '.';
