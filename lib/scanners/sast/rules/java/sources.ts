import type { Source } from '../../rule.ts';

const bound = new Set([
  'RequestParam',
  'PathVariable',
  'RequestBody',
  'RequestHeader',
  'CookieValue',
  'QueryParam',
  'PathParam',
  'FormParam',
  'HeaderParam',
  'CookieParam',
  'MatrixParam',
  'ModelAttribute',
]);

export const sources: readonly Source[] = [
  {
    what: 'value of the request',
    call: [
      '*.{getParameter,getParameterValues,getParameterMap,getParameterNames,getHeader,getHeaders,getHeaderNames,getQueryString,getCookies}',
    ],
  },
  {
    what: 'parameter of the request',
    parameter: ({ annotations }) => annotations.some(({ name }) => bound.has(name)),
  },
];
