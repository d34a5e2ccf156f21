import * as z from 'zod';
import { languages } from '@scangate/engines/model/gate/languages';
import { customRuleLimits as limits } from '@scangate/engines/model/gate/custom-rules';
import { severities, thresholds } from '@scangate/engines/model/severity';
import { commitHash, id, verdictName } from '../resources.ts';

const text = (max: number) => z.string().min(1).max(max);
/** Rules are code that people read in terminals: no control characters, and nothing that hides text. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(
      /^[^\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]{0,2000}$/u,
      'This is one line of visible text.',
    );
const ascii = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x20-\x7e]+$/, 'This has printable ASCII characters only.');
const name = z
  .string()
  .max(limits.nameLength)
  .regex(
    /^(?:\*\.)?[A-Za-z_$][\w$/@-]*(?:\(\))?(?:\.(?:\*|[A-Za-z_$][\w$]*(?:\(\))?)){0,100}$/,
    'This is a dotted name, such as module.function; it may begin with *.',
  );
const names = z.array(name).min(1).max(limits.names);

const examples = z
  .strictObject({
    positive: z.array(text(limits.exampleLength)).min(1).max(limits.examples),
    negative: z.array(text(limits.exampleLength)).min(1).max(limits.examples),
  })
  .meta({
    description:
      'Texts that the rule is tried on first: it finds something in each positive one, and nothing else.',
  });

const base = {
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/, 'An id has lower-case letters, digits and hyphens.')
    .meta({ description: 'Findings, suppressions and waivers name the rule as custom/<id>.' }),
  title: line(100),
  severity: z.enum(thresholds),
  examples,
};

const secretRule = z
  .strictObject({
    kind: z.literal('secret'),
    ...base,
    keywords: z
      .array(
        ascii(50)
          .min(limits.keywordLength)
          .regex(/^[^A-Z]+$/, 'A keyword is in lower case.'),
      )
      .min(1)
      .max(limits.keywords)
      .meta({ description: 'The expression is tried on lines that have one, in either case.' }),
    expression: ascii(limits.expressionLength).meta({
      description: 'In the syntax of RE2. The group `secret`, or else the whole match, is the secret.',
    }),
    entropy: z.number().min(0).max(6).optional().meta({
      description: 'The least entropy of a secret, in bits per character.',
    }),
    allow: z.array(ascii(limits.expressionLength)).max(limits.allow).optional().meta({
      description: 'Expressions; what one of them matches anywhere is no secret.',
    }),
  })
  .meta({ description: 'A rule for secrets.' });

const source = z
  .strictObject({ call: name.optional(), read: name.optional() })
  .refine(({ call, read }) => (call === undefined) !== (read === undefined), 'Give either call or read.');
const sink = z
  .strictObject({
    call: name.optional(),
    arguments: z
      .union([z.array(z.int().min(0).max(20)).min(1).max(20), z.enum(['all', 'receiver'])])
      .optional()
      .meta({ description: 'The dangerous positions of a call, from 0. Default: the first.' }),
    write: name.optional(),
  })
  .refine(({ call, write }) => (call === undefined) !== (write === undefined), 'Give either call or write.');

const codeRule = z
  .strictObject({
    kind: z.literal('code'),
    ...base,
    language: z.enum(languages),
    message: line(500),
    help: line(500).optional(),
    cwe: z
      .string()
      .regex(/^CWE-[1-9]\d{0,4}$/, 'Such as CWE-89.')
      .optional(),
    pattern: text(limits.patternLength).optional().meta({
      description: 'An expression, in which `$NAME` stands for any expression and `...` for any arguments.',
    }),
    sources: z.array(source).min(1).max(limits.names).optional().meta({
      description: 'Where untrusted text comes in. Default: what the engine knows.',
    }),
    sinks: z.array(sink).min(1).max(limits.names).optional().meta({
      description: 'The places where untrusted text is dangerous.',
    }),
    sanitizers: names.optional().meta({ description: 'Calls after which text is harmless for this rule.' }),
  })
  .refine(
    ({ pattern, sinks }) => (pattern === undefined) !== (sinks === undefined),
    'Give either pattern or sinks.',
  )
  .refine(
    ({ pattern, sources, sanitizers }) => pattern === undefined || (sources ?? sanitizers) === undefined,
    'Sources and sanitizers belong to sinks.',
  )
  .meta({ description: 'A rule for code: a pattern, or a flow from sources to sinks.' });

const customRule = z.discriminatedUnion('kind', [secretRule, codeRule]);

const sampleRules: z.input<typeof customRule>[] = [
  {
    kind: 'secret',
    id: 'acme',
    title: 'Acme token',
    severity: 'critical',
    keywords: ['acme_'],
    expression: 'acme_[a-z0-9]+',
    examples: {
      positive: ['acme_q7zp'],
      negative: ['acme_'],
    },
  },
];

export const customRules = z
  .strictObject({ rules: z.array(customRule).max(limits.rules) })
  .meta({ examples: [{ rules: sampleRules }] });

export const customRulesView = z
  .object({
    rules: z.array(customRule),
    digest: z.string().optional().meta({
      description: 'The digest of the rules, which is a part of the policy; absent without any.',
    }),
  })
  .meta({ examples: [{ rules: [] }] });

export const customRulesToTry = z
  .strictObject({ ...customRules.shape, scans: z.int().min(1).max(5).default(3) })
  .meta({ examples: [{ rules: sampleRules, scans: 2 }] });

export const ruleTrial = z
  .object({
    tried: z.int().min(0).meta({ description: 'The number of scans whose commits the rules were tried on.' }),
    scans: z.array(
      z.object({
        scanId: id,
        repositoryId: id,
        fullName: z.string(),
        commitHash,
        branch: z.string().optional(),
        verdict: verdictName.optional().meta({ description: 'The verdict that the scan has.' }),
        wouldFail: z.boolean().meta({
          description: 'Whether a finding is at or above the threshold, before suppressions and waivers.',
        }),
        rules: z.array(
          z.object({
            rule: z.string(),
            severity: z.enum(severities),
            findings: z.int().min(1),
            places: z.array(z.object({ file: z.string(), line: z.int().min(1) })),
          }),
        ),
        gaps: z.array(z.object({ reason: z.string(), count: z.int().optional() })),
      }),
    ),
    notLookedAt: z.array(
      z.object({
        reason: z.string().meta({
          description:
            'time: the host did not answer in time. repository_disconnected, source_unavailable: the commit is not to be had.',
        }),
        scans: z.int().min(1),
      }),
    ),
  })
  .meta({
    examples: [
      {
        tried: 1,
        scans: [
          {
            scanId: '0190a0b0-0000-4000-8000-000000000004',
            repositoryId: '0190a0b0-0000-4000-8000-000000000003',
            fullName: 'acme/shop',
            commitHash: 'a'.repeat(40),
            branch: 'main',
            verdict: 'PASS',
            wouldFail: true,
            rules: [
              {
                rule: 'custom/acme',
                severity: 'critical',
                findings: 1,
                places: [{ file: 'src/config.ts', line: 12 }],
              },
            ],
            gaps: [],
          },
        ],
        notLookedAt: [],
      },
    ],
  });
