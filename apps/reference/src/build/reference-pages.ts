import { type BuiltPages, pagesFolder, prepareFolder } from '@connectory/built-pages';

/** The pages of the API reference, built for the gateway. */
export const referencePages: BuiltPages = {
  name: 'API reference',
  source: 'apps/reference',
  target: 'built-reference',
  base: '/reference/',
  inputs: ['apps/console/public/icon.svg'],
  plugins: [],
  // Features that Vue removes from its code.
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
};

/** Builds the API reference unless it is current. */
export const prepareReference = (): Promise<void> => prepareFolder(pagesFolder(referencePages));
