import { isDeepStrictEqual } from 'node:util';
import { problemCodesOf, type EndpointSpec } from '#contract/endpoint.ts';
import { problem } from '#contract/schemas/problem.ts';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: Record<string, unknown>;
}

/** The policy in words of its own, so that a change of it shows (docs/adr/0052-response-headers.md). */
const policy = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
const policyOf = {
  answer: { 'Cross-Origin-Resource-Policy': 'same-origin', 'Cache-Control': 'no-store' },
  document: { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'max-age=300' },
};

/** A page names a policy of its own, which begins with nothing and permits no frame. */
const isOwnPolicy = (headers: Readonly<Record<string, string>>): boolean => {
  const directives = (headers['Content-Security-Policy'] ?? '').split('; ');
  const isPage = (headers['Content-Type'] ?? '').startsWith('text/html');
  const kept = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return isPage && kept.every((directive) => directives.includes(directive));
};

/** The types of text that have one encoding only. */
const encodedOneWay = ['text/event-stream'];

/** No other origin reads an answer, and a text says how it is encoded unless its type has one encoding only, as JSON has. */
const otherViolations = (headers: Readonly<Record<string, string>>): string[] => {
  const type = headers['Content-Type'] ?? '';
  return [
    ...Object.keys(headers)
      .filter((name) => /^access-control-/i.test(name))
      .map((name) => `the header ${name} is there`),
    ...(type.startsWith('text/') && !encodedOneWay.includes(type) && !type.endsWith('; charset=utf-8')
      ? [`${type} has no charset`]
      : []),
  ];
};

/** Lists the headers of the policy that an answer lacks, and those that no answer has. */
export const headerViolations = (
  headers: Readonly<Record<string, string>>,
  kind: keyof typeof policyOf = 'answer',
): string[] => [
  ...(/^[\x21-\x7e]{1,128}$/.test(headers['X-Request-Id'] ?? '')
    ? []
    : ['the header X-Request-Id is missing']),
  ...otherViolations(headers),
  ...Object.entries({ ...policy, ...policyOf[kind] }).flatMap(([name, value]) =>
    headers[name] === value || (name === 'Content-Security-Policy' && isOwnPolicy(headers))
      ? []
      : [`the header ${name} is ${headers[name]}`],
  ),
];

/** A refusal has the shape of a problem, a code that its endpoint declares, and the status of that code. */
const problemViolations = (endpoint: EndpointSpec, { status, headers, text, body }: Answer): string[] => {
  const declared = problemCodesOf(endpoint);
  if (endpoint.page && (headers['Content-Type'] ?? '').startsWith('text/html')) {
    const shown = /Code: <code>(\w+)<\/code>/.exec(text)?.[1] as ProblemCode;
    return declared.includes(shown) && problemCodes[shown][0] === status ? [] : [`the page shows ${shown}`];
  }
  const code = body['code'] as ProblemCode;
  return [
    ...(problem.safeParse(body).success ? [] : ['not a problem by its schema']),
    ...(headers['Content-Type'] === 'application/problem+json' ? [] : ['not application/problem+json']),
    ...(declared.includes(code) ? [] : [`the problem ${code} is not declared`]),
    ...(problemCodes[code]?.[0] === status && body['status'] === status
      ? []
      : ['the status is not that of the code']),
    ...(body['instance'] === endpoint.path ? [] : ['the instance is not the path']),
  ];
};

const declaredAlone = ['ETag', 'Location', 'Set-Cookie', 'Content-Disposition'] as const;

/** A success has exactly the headers that it declares, of those that not every answer has. */
const successHeaderViolations = (endpoint: EndpointSpec, { status, headers }: Answer): string[] => {
  const { headers: declared = [], optionalHeaders = [] } = endpoint.responses[status] ?? {};
  return declaredAlone.flatMap((name) => {
    const isThere = headers[name] !== undefined;
    if (optionalHeaders.includes(name) || isThere === declared.includes(name)) return [];
    return [`the header ${name} is ${isThere ? 'not declared' : 'missing'}`];
  });
};

/** A response has a declared status, and a body with exactly the fields of its schema. */
const answerViolations = (endpoint: EndpointSpec, { status, headers, text, body }: Answer): string[] => {
  const declared = endpoint.responses[status];
  if (!declared) return ['the status is not declared'];
  if (!declared.schema) return text === '' ? [] : ['there is a body'];
  const contentType = headers['Content-Type'] ?? '';
  const [mediaType = ''] = contentType.split(';');
  const alternative = declared.alternatives?.[mediaType];
  if (!alternative && !(declared.mediaTypes ?? ['application/json']).includes(mediaType))
    return [`${mediaType} is not declared`];
  if (!contentType.includes('json')) return [];
  const parsed = (alternative ?? declared.schema).safeParse(body);
  if (!parsed.success) return [`not by its schema: ${parsed.error.message}`];
  return isDeepStrictEqual(parsed.data, body) ? [] : ['there are fields that the schema does not name'];
};

/** Lists the differences between an answer and the declaration of its endpoint. */
export const contractViolations = (endpoint: EndpointSpec, answer: Answer): string[] => [
  ...headerViolations(
    answer.headers,
    endpoint.access === 'document' && answer.status < 400 ? 'document' : 'answer',
  ),
  ...(answer.status >= 400
    ? problemViolations(endpoint, answer)
    : [...answerViolations(endpoint, answer), ...successHeaderViolations(endpoint, answer)]),
];
