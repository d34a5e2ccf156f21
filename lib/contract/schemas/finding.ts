import * as z from 'zod';
import { informationalKinds } from '@scangate/engines/model/advisory';
import { livenesses } from '@scangate/engines/model/gate/secret-liveness';
import { confidences } from '@scangate/engines/model/gate/policy';
import { sourceRules } from '@scangate/engines/model/source-problem';
import { id, instant, severity } from './resources.ts';

const findingBase = {
  fingerprint: z.string(),
  severity,
  title: z.string(),
  projectUnitId: id,
  suppressed: z.object({ by: z.string(), reason: z.string() }).optional(),
  waived: z
    .object({ waiverId: id, reason: z.string(), approvedBy: id, expiresAt: instant })
    .optional()
    .meta({ description: 'The waiver for which the finding does not count.' }),
};
const end = {
  endLine: z.int().optional(),
  endColumn: z.int().optional().meta({ description: 'The column behind the last character.' }),
};

const usage = z
  .object({
    imported: z.boolean().meta({
      description: 'Whether code of the project unit imports the package, or the one that brings it.',
    }),
    via: z.string().optional().meta({ description: 'The direct dependency that brings the package.' }),
    symbols: z.array(z.string()).optional().meta({
      description: 'The affected symbols that the code refers to; absent when they are not known.',
    }),
    places: z.array(z.object({ file: z.string(), line: z.int() })).meta({
      description: 'Where the code refers to affected symbols, else where it imports the package.',
    }),
  })
  .meta({
    description:
      'How the code uses the package, where that is known. A package that is not imported may be vulnerable all the same.',
  });

export const finding = z.discriminatedUnion('kind', [
  z.object({
    ...findingBase,
    kind: z.literal('vulnerability'),
    advisoryId: z.string(),
    aliases: z.array(z.string()),
    purl: z.string().optional(),
    packageName: z.string(),
    version: z.string(),
    scope: z.string(),
    direct: z.boolean(),
    dependencyPath: z.array(z.string()),
    usage: usage.optional(),
    fixedVersions: z.array(z.string()),
    cvss: z.object({ vector: z.string(), score: z.number() }).optional(),
    malicious: z.boolean(),
    epss: z
      .object({ score: z.number(), percentile: z.number() })
      .optional()
      .meta({ description: 'Probability of exploitation within 30 days (EPSS of FIRST), where known.' }),
    kev: z
      .object({ dateAdded: z.string(), dueDate: z.string().optional(), ransomware: z.boolean().optional() })
      .optional()
      .meta({ description: 'The entry in the catalog of known exploited vulnerabilities of CISA.' }),
    published: instant.optional(),
    informational: z.enum(informationalKinds).optional().meta({
      description: 'Present for a notice instead of a vulnerability, such as an unmaintained package.',
    }),
    file: z.string(),
    line: z.int().optional().meta({ description: 'The line of the package in the file.' }),
    url: z.string(),
  }),
  z.object({
    ...findingBase,
    kind: z.literal('source'),
    rule: z.enum(sourceRules),
    packageName: z.string().optional(),
    version: z.string().optional(),
    message: z.string(),
    file: z.string(),
    line: z.int().optional(),
  }),
  z.object({
    ...findingBase,
    kind: z.literal('secret'),
    rule: z.string(),
    file: z.string(),
    line: z.int(),
    column: z.int(),
    ...end,
    redacted: z.string(),
    liveness: z.enum(livenesses).optional().meta({
      description: 'What the provider of the secret said when it was scanned; absent where nobody was asked.',
    }),
  }),
  z.object({
    ...findingBase,
    kind: z.literal('license'),
    purl: z.string().optional(),
    packageName: z.string(),
    version: z.string().optional(),
    license: z.string(),
    category: z.string(),
    file: z.string(),
    line: z.int().optional().meta({ description: 'The line of the package in the file.' }),
  }),
  z.object({
    ...findingBase,
    kind: z.literal('code'),
    rule: z.string(),
    cwe: z.string(),
    confidence: z.enum(confidences).optional().meta({
      description: 'low: reported for an audit, judged only under minimumConfidence low. Absent: high.',
    }),
    message: z.string(),
    help: z.string().optional(),
    file: z.string(),
    line: z.int(),
    column: z.int(),
    ...end,
    flow: z
      .array(
        z.object({
          file: z.string().optional().meta({ description: 'Another file; absent for that of the finding.' }),
          line: z.int(),
          column: z.int(),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'The steps of the data flow, from its source on; the last one is the finding.' }),
  }),
  z.object({
    ...findingBase,
    kind: z.literal('upgrade'),
    advice: z.enum(['upgrade', 'no_fix', 'remove', 'deprecated', 'end_of_life']),
    purl: z.string().optional(),
    packageName: z.string(),
    version: z.string(),
    scope: z.string(),
    direct: z.boolean(),
    via: z.array(z.string()),
    upgradeTo: z.string().optional(),
    refusedBy: z
      .array(z.string())
      .optional()
      .meta({ description: 'Dependents whose ranges do not have upgradeTo, each with its range.' }),
    breaking: z.boolean(),
    clears: z.array(z.string()),
    remaining: z.array(z.string()),
    reason: z.string().optional(),
    file: z.string(),
    line: z.int().optional().meta({ description: 'The line of the package in the file.' }),
  }),
]);
