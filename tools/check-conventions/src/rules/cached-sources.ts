import type { Rule } from '../rule.ts';

const gateway = '@connectory/gateway';
const task = `${gateway}#source`;

interface TurboConfiguration {
  readonly tasks?: Readonly<Record<string, { readonly dependsOn?: readonly string[] }>>;
}

/** Turbo's inputs of the gateway cover all its dependencies except the connectors, which have their own tasks. */
export const cachedSources: Rule = {
  name: 'cached-sources',
  advice: `Let "${task}" in turbo.json depend on the sources of all workspace packages of the gateway's package.json but the connectors.`,
  check: ({ files, packages }) => {
    const own = packages.find(({ name }) => name === gateway);
    const text = files.find(({ path }) => path === 'turbo.json')?.text;
    if (own === undefined || text === undefined) return [];
    const named = (JSON.parse(text) as TurboConfiguration).tasks?.[task]?.dependsOn ?? [];
    const { dependencies, devDependencies } = own.manifest as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;
    const wanted = packages
      .filter(
        ({ name, folder }) => name in { ...dependencies, ...devDependencies } && !folder.startsWith('connectors/'),
      )
      .map(({ name }) => `${name}#source`);
    const missing = wanted.filter((name) => !named.includes(name)).map((name) => `it does not depend on '${name}'`);
    const needless = named.filter((name) => !wanted.includes(name)).map((name) => `it need not depend on '${name}'`);
    return [...missing, ...needless].map((problem) => ({ path: 'turbo.json', problem: `${task}: ${problem}` }));
  },
};
