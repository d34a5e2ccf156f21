import { Problem, problemCodes, type ProblemCode } from '@scangate/domain/problem';
import { problemBody } from '../problem-body.ts';
import { problem } from '../schemas/problem.ts';
import { describeFields } from './describe-fields.ts';
import { headerReferences } from './headers.ts';
import type { Json } from './json-schema-node.ts';
import { plainSchema } from './plain-schema.ts';

/** The schema of every problem. */
export const problemSchema = (): Json => ({
  ...describeFields(plainSchema(problem), 'Problem'),
  description: 'A refusal (RFC 9457). Some codes have further members, such as `pool` and `balance`.',
  examples: [
    problemBody(new Problem('scan_not_found'), { requestId: '0197c0de-0000-7000-8000-00000000000a' }),
  ],
});

const headersOf = (status: number): Json =>
  headerReferences([
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]);

/** Describes the problems of one status with their codes, because clients branch on the code. */
const responseOf = (status: number, codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${problemCodes[code][1]}.`).join('\n'),
  headers: headersOf(status),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { properties: { code: { enum: codes, description: 'One of these codes.' } } },
        ],
      },
    },
  },
});

const pascal = (code: string): string =>
  code.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** A name for a set of codes; short if no other set has that name. */
const nameOf = (codes: readonly ProblemCode[], taken: ReadonlySet<string>): string => {
  const [first = ''] = codes;
  if (codes.length === 1) return pascal(first);
  const short = `${pascal(first)}-or-${codes.length - 1}`;
  return taken.has(short) ? codes.map(pascal).join('.') : short;
};

/** Writes the problems of operations; responses of one status with the same codes share a component. */
export const problemWriter = () => {
  const names = new Map<string, string>();
  const components: Record<string, Json> = {};
  const refer = (status: number, codes: readonly ProblemCode[]): Json => {
    const set = codes.join();
    const name = names.get(set) ?? nameOf(codes, new Set(names.values()));
    names.set(set, name);
    components[name] ??= responseOf(status, codes);
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    write: (codes: readonly ProblemCode[]): Record<string, Json> =>
      Object.fromEntries(
        [...Map.groupBy(codes, (code) => problemCodes[code][0])].map(([status, some]) => [
          String(status),
          refer(status, some.toSorted()),
        ]),
      ),
    components: () => components,
  };
};

/** The response of an operation without a success of its own, because it only redirects the browser. */
export const refusal: Json = {
  description: 'Any other refusal.',
  headers: headersOf(0),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
