import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { calledApi, type ApiDocument } from './api-document.ts';

type Declaration = Awaited<ReturnType<typeof openapiTypescript>>[number];

const used: readonly unknown[] = ['operations', 'components', 'webhooks'];

const isUsed = (declaration: Declaration): boolean =>
  'name' in declaration && used.includes((declaration.name as { text?: string }).text);

/** Writes generated/types.ts: what each operation takes and answers, and what a webhook receives. */
export const typesSource = async (document: ApiDocument): Promise<string> => {
  const declarations = await openapiTypescript(calledApi(document) as unknown as OpenAPI3, {
    // A request may leave out what has a default.
    defaultNonNullable: false,
  });
  return `// Generated from the OpenAPI document by \`npm run openapi\`; do not edit.\n\n${astToString(declarations.filter(isUsed))}`;
};
