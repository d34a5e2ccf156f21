import { endpoint as getDocsFile } from './get-docs-file/endpoint.ts';
import { endpoint as getOpenapi } from './get-openapi/endpoint.ts';
import { endpoint as showDocs } from './show-docs/endpoint.ts';

/** The description of the API, for programs and for people. */
export const referenceEndpoints = [getOpenapi, showDocs, getDocsFile] as const;
