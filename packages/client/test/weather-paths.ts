/** What openapi-typescript makes of the document of a small connector, written as short as it can be. */
export interface WeatherPaths {
  '/api/v1/integrations/connectors/{connector_id}/execute': { post: { requestBody: never } };
  '/api/v1/integrations/connectors/{connector_id}/execute/stations/list': {
    get?: never;
    post: {
      requestBody: { content: { 'application/json': { params?: { country?: string }; intent?: string } } };
      responses: {
        200: {
          content: { 'application/json': { data: { id: string; name?: string }[]; meta: { next_params: null } } };
        };
        400: { content: { 'application/problem+json': { code: string } } };
      };
    };
  };
}
