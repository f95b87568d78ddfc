import type { TxtDocumentNode } from '@textlint/ast-node-types';
import type { TextlintPluginCreator, TextlintPluginProcessor } from '@textlint/types';

/** A textlint plugin that reads the files with one extension (`.md`) with a parser. */
export function parserPlugin(extension: string, parse: (text: string) => TxtDocumentNode): TextlintPluginCreator {
  return {
    Processor: class {
      availableExtensions(): string[] {
        return [extension];
      }

      processor(): ReturnType<TextlintPluginProcessor['processor']> {
        return { preProcess: parse, postProcess: (messages, path) => ({ messages, filePath: path ?? '' }) };
      }
    },
  };
}
