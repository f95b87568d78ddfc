import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { connectorDocuments } from './published-documents.ts';

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly example?: unknown } };
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

describe.each(connectorDocuments())('$name', ({ text }) => {
  const document = JSON.parse(text) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(document, 'document');
  const errorsOf = (pointer: string, { content }: Content) => {
    const media = content?.['application/json'];
    if (media === undefined) return [];
    const validate = ajv.getSchema(`document#${encodeURI(`${pointer}/content/application~1json/schema`)}`);
    if (validate === undefined) throw new Error(`There is no schema at ${pointer}`);
    return validate(media.example) ? [] : [{ pointer, example: media.example, errors: validate.errors }];
  };

  it('has examples that are as the document says, of every request and every JSON response', () => {
    const problems = Object.entries(document.paths).flatMap(
      ([
        path,
        {
          post: { requestBody, responses },
        },
      ]) => {
        const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post`;
        const response = path.endsWith('/dry-run') ? [] : errorsOf(`${pointer}/responses/200`, responses['200'] ?? {});
        return [...errorsOf(`${pointer}/requestBody`, requestBody), ...response];
      },
    );
    expect(problems).toEqual([]);
  });
});
