import type { Plugin, Rolldown } from 'vite';

type GenerateBundle = (
  this: Rolldown.PluginContext,
  ...given: Parameters<Rolldown.FunctionPluginHooks['generateBundle']>
) => void;

/**
 * Emits the lean pages of VitePress, which hydrate the HTML that is already shown. VitePress adds them to the bundle, as Rollup allowed;
 * Rolldown, which Vite builds with now, takes only emitted files.
 */
export const emitLeanPages: Plugin = {
  name: 'connectory-lean-pages',
  configResolved({ plugins }) {
    const vitepress = plugins.find(({ name }) => name === 'vitepress');
    if (typeof vitepress?.generateBundle !== 'function')
      throw new TypeError('VitePress generates its bundle differently.');
    const generate = vitepress.generateBundle as GenerateBundle;
    vitepress.generateBundle = function (options, bundle, isWrite) {
      const generated = { ...bundle };
      generate.call(this, options, generated, isWrite);
      for (const [name, file] of Object.entries(generated)) {
        if (!(name in bundle) && file.type === 'chunk')
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      }
    };
  },
};
