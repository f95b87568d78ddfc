import { GatewayError } from '@connectory/errors';
import type { UpstreamCall } from './upstream-call.ts';

/**
 * The path of a file's URL in the response to a call, with its places filled from the parameters; undefined if the response itself is the
 * file. Throws `invalid_params` for a value that would lead to another path.
 */
export function filePlace({ action: { fileAt }, params }: Pick<UpstreamCall, 'action' | 'params'>): string | undefined {
  return fileAt?.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '');
    if (text !== '' && !text.includes('.')) return text;
    const message = `${name} must name one field or position: it must not be empty or contain dots`;
    throw new GatewayError('invalid_params', `${message}.`, {
      errors: [{ field: `/params/${name}`, message, error_code: 'invalid_field_path' }],
    });
  });
}
