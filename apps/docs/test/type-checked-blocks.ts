import { dirname, join } from 'node:path';
import ts from 'typescript';
import { repository } from '../src/repository.ts';

/** A block of TypeScript that is a part of a program. */
export interface Fragment {
  /** Path of its document in the repository. */
  readonly document: string;
  /** Line of its fence. */
  readonly line: number;
  /** The program it is a part of: the block, with what the comment before it declares. */
  readonly program: string;
  /** Further modules that the comment declares, by their names relative to the document. */
  readonly modules: ReadonlyMap<string, string>;
}

const fragment =
  /(?:^ *<!-- given:\n(?<given>(?:(?!-->).)*?)\n *-->\n+)?^(?<fence> *```ts \(type-checked: [^\n]+\)\n)(?<code>.*?)^ *```$/gms;
const rest = '…';

/**
 * Returns the blocks marked `(type-checked: <why they are not run>)`. An HTML comment `<!-- given: … -->` before a block declares what the
 * block uses; a line `…` in it stands for the block, otherwise it comes first. As in the tests of TypeScript, `// @filename: x.ts` begins
 * another module.
 */
export function fragmentsOf(document: string, text: string): readonly Fragment[] {
  return Array.from(text.matchAll(fragment), ({ index, groups = {}, 0: all }) => {
    const { given = '', fence = '', code = '' } = groups;
    const [own = '', ...others] = given.split(/^ *\/\/ @filename: /m);
    const modules = others.map((module) => [module.slice(0, module.indexOf('\n')), module] as const);
    const program = own.split('\n').some((line) => line.trim() === rest)
      ? own.replace(new RegExp(`^ *${rest} *$`, 'm'), () => code)
      : `${own}\n${code}`;
    const line = text.slice(0, index + all.indexOf(fence)).split('\n').length;
    return {
      document,
      line,
      program,
      modules: new Map(modules.map(([name, module]) => [name, module.slice(name.length)])),
    };
  });
}

/** Compiles fragments as files next to their documents; returns the errors, each with the document and the line of its block. */
export function typeErrorsOf(fragments: readonly Fragment[]): readonly string[] {
  const files = new Map<string, string>();
  const programs = fragments.map((found) => {
    const folder = folderOf(found.document);
    for (const [name, text] of found.modules) files.set(join(folder, name), text);
    const file = join(folder, `line-${found.line}.ts`);
    files.set(file, found.program);
    return { ...found, file };
  });
  const options: ts.CompilerOptions = { ...readOptions(), noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, directoryExists = () => true } = host;
  const getSourceFile = host.getSourceFile.bind(host);
  const folders = new Set([...files.keys()].map(dirname));
  host.directoryExists = (folder) => folders.has(folder) || directoryExists(folder);
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...more) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, version, ...more) : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return programs.flatMap(({ file, document, line }) => {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start = 0 }) => {
      const code = source?.text.slice(start, start + 40).split('\n')[0];
      return `${document}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} (at: ${code})`;
    });
  });
}

// The root of the repository has no dependencies: its documents show what this package depends on.
const folderOf = (document: string) => join(repository, document.includes('/') ? dirname(document) : 'apps/docs');

function readOptions(): ts.CompilerOptions {
  const file = join(repository, 'tsconfig.base.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, repository, undefined, file).options;
}
