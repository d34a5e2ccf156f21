import { calledApi, type ApiDocument, type ApiOperation } from './api-document.ts';

const routeImport = ['import type { Route } from', "'../route.ts';\n"].join(' ');

const routeOf = (path: string, method: string, operation: ApiOperation): string => {
  const { operationId, parameters = [], requestBody } = operation;
  const isIdempotent = parameters.some(({ name, $ref }) =>
    [name, $ref?.split('/').at(-1)].some((text) => text?.toLowerCase().replace('-', '') === 'idempotencykey'),
  );
  const takesGzip = requestBody?.content['application/gzip'] !== undefined;
  return `  '${operationId}': { method: '${method.toUpperCase()}', path: '${path}', isIdempotent: ${isIdempotent}, takesGzip: ${takesGzip} },\n`;
};

/** Writes generated/routes.ts: where each operation is, and how its requests travel. */
export const routesSource = (document: ApiDocument): string => {
  const routes = Object.entries(calledApi(document).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(path, method, operation)),
  );
  return `// Generated from the OpenAPI document by \`npm run openapi\`; do not edit.
${routeImport}
export const routes = {
${routes.join('')}} as const satisfies Record<string, Route>;
`;
};
