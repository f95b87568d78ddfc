import { runProgram } from '../installed/run-program.ts';
import { type Line, none } from '../verdict.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly hashes?: readonly unknown[];
}

/**
 * Creates the software bill of materials (CycloneDX) of a folder with installed packages, and checks whether it lists the published ones.
 */
export async function billOfMaterials(
  folder: string,
  published: readonly { readonly name: string; readonly version: string }[],
): Promise<{ text: string; lines: readonly Line[] }> {
  const text = await runProgram(['npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev'], { folder });
  const { bomFormat, specVersion, components } = JSON.parse(text) as {
    readonly bomFormat: string;
    readonly specVersion: string;
    readonly components: readonly Component[];
  };
  const incomplete = components.filter(({ purl, hashes }) => purl === undefined || (hashes ?? []).length === 0);
  const unlisted = published.filter(
    ({ name, version }) => !components.some((one) => one.name === name && one.version === version),
  );
  return {
    text,
    lines: [
      {
        name: 'bill of materials',
        seen: `${bomFormat} ${specVersion}, ${components.length} components`,
        wanted: 'CycloneDX',
        holds: bomFormat === 'CycloneDX',
      },
      none('components without a package URL or a digest', incomplete.length, components.length),
      none('installed packages that it does not list', unlisted.length, published.length),
    ],
  };
}
