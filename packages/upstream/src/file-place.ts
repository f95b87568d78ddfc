import { GatewayError } from '@connectory/errors';
import type { UpstreamCall } from './upstream-call.ts';

/**
 * Where the URL of a file stands in the answer to a call, its places filled from the parameters; undefined when the answer itself is the
 * file. Throws `invalid_params` for a value that would lead to another place.
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
