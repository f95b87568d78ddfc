import { type BuiltPages, pagesFolder, prepareFolder } from '@connectory/built-pages';
import type { Plugin } from 'vite';

const ajv = '@rjsf/validator-ajv8';

/** A test helper of @rjsf/core imports this package, which the console does not need; Ajv would compile schemas with `new Function`. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  enforce: 'pre',
  resolveId: (source) => (source === ajv ? `\0${ajv}` : undefined),
  load: (id) => (id === `\0${ajv}` ? 'export default undefined' : undefined),
};

/** The pages of the console, built for the gateway. */
export const consolePages: BuiltPages = {
  name: 'console',
  source: 'apps/console',
  target: 'built-console',
  base: '/console/',
  inputs: ['packages/client/src/*.ts'],
  plugins: [withoutAjv],
  define: {},
};

/** Builds the console unless it is current. */
export const prepareConsole = (): Promise<void> => prepareFolder(pagesFolder(consolePages));
