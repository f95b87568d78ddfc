/** Text the author of a connector might write to attack the person who looks at it. */
export const hostileText = '<img src=x onerror="window.isHurt=true"><script>window.isHurt=true</script>';

const link = '[click](javascript:window.isHurt=true)';

/** A document with that text at every place that is rendered. */
export const hostileDocument = {
  openapi: '3.1.0',
  info: { title: hostileText, version: '1', description: `description ${hostileText} ${link}` },
  servers: [{ url: '/' }],
  tags: [{ name: 'letters', description: `tag ${hostileText}` }],
  paths: {
    '/letters': {
      post: {
        operationId: 'letters_list',
        tags: ['letters'],
        summary: `summary ${hostileText}`,
        description: `description ${hostileText}`,
        parameters: [
          { name: 'color', in: 'query', description: `parameter ${hostileText}`, schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { subject: { type: 'string', description: `field ${hostileText}` } },
              },
            },
          },
        },
        responses: { 200: { description: hostileText } },
      },
    },
  },
};
