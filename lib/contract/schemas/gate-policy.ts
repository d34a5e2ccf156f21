import * as z from 'zod';
import { policyView } from '@scangate/domain/policy/gate-view';
import {
  confidences,
  defaultPolicy,
  judgedScanTypes,
  licenseCategories,
  maxWaiverDays,
  secretVerifications,
  severityChoices,
  unassessedActions,
  waiverApprovals,
  type JudgedScanType,
} from '@scangate/engines/model/gate/policy';
import { thresholds } from '@scangate/engines/model/severity';
import { sourceRules, type SourceRule } from '@scangate/engines/model/source-problem';
import { suppressionModes } from '@scangate/engines/model/gate/suppressions';
import { id, instant, label, scanType } from './resources.ts';

/** SPDX ids are ASCII, so that the lists fit an audit event twice, before and after (an item holds 400 KB). */
const licenseIds = z
  .array(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\x20-\x7e]+$/, 'A license id has printable ASCII characters only.'),
  )
  .max(500);
const printableAscii = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      'This text has printable ASCII characters only, without spaces around it.',
    );
const licenseExceptions = z
  .array(
    z.strictObject({
      package: printableAscii(120).meta({
        description: 'A package name, or a package URL with or without version; * matches any text.',
      }),
      license: printableAscii(80)
        .optional()
        .meta({ description: 'Accepted under this license only; absent: under any stated license.' }),
      reason: label,
    }),
  )
  .max(100);
const licensePolicy = {
  denyCategories: z.array(z.enum(licenseCategories)).max(licenseCategories.length),
  deny: licenseIds,
  allow: licenseIds,
  exceptions: licenseExceptions,
  ignoreDevelopment: z
    .boolean()
    .meta({ description: 'Development dependencies are reported and not judged.' }),
};
const minimumConfidence = z.enum(confidences).meta({
  description: 'low: findings in code of low confidence are judged, too; high: they are reported only.',
});
const testFolders = {
  secrets: z
    .enum(thresholds)
    .meta({ description: 'The highest severity of a secret; critical: as elsewhere.' }),
  code: z
    .enum(thresholds)
    .meta({ description: 'The highest severity of a finding in code; critical: as elsewhere.' }),
};
const inTestFolders = 'Findings in test, fixture, example and documentation folders.';
/** A policy is stored with the organization and twice in an audit event, so the list is short. */
const allowedHosts = z
  .array(
    z
      .string()
      .max(253)
      .regex(
        /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
        'A host is in lower case, without scheme, port and path.',
      ),
  )
  .max(50)
  .meta({
    description: 'Hosts that serve packages of the organization; `*.example.com` covers every subdomain.',
  });
const sourceSeverities = z
  .strictObject(
    Object.fromEntries(sourceRules.map((rule) => [rule, z.enum(thresholds).optional()])) as Record<
      SourceRule,
      z.ZodOptional<z.ZodEnum<{ [K in (typeof thresholds)[number]]: K }>>
    >,
  )
  .meta({
    description:
      'The severity of findings about the sources of packages, by rule; absent: medium for named-registry and replaced-package, else high.',
  });
const unassessedAction = z.enum(unassessedActions).optional();
const settings = {
  prCheckSeverityThreshold: z.enum(thresholds).meta({
    description: 'From this severity on, a finding that a pull request introduces fails its check.',
  }),
  suppressions: z.enum(suppressionModes).meta({
    description: 'Whose suppressions count: those of the reviewed side, of the judged commit, or none.',
  }),
  onUnassessed: z
    .strictObject(
      Object.fromEntries(judgedScanTypes.map((type) => [type, unassessedAction])) as Record<
        JudgedScanType,
        typeof unassessedAction
      >,
    )
    .meta({ description: 'What the gate does when content of a type is not assessed, by type.' }),
  severity: z.enum(severityChoices).meta({
    description: 'Which of several stated severities of a vulnerability counts.',
  }),
  maxWaiverDays: z.int().min(1).max(maxWaiverDays),
  waiverApproval: z.enum(waiverApprovals),
  neverWaive: z
    .array(z.string().regex(/^(?:custom\/)?[\w-]{1,64}$/, 'A rule has letters, digits and hyphens.'))
    .max(100)
    .meta({ description: 'Rules whose findings no waiver covers; live-secrets: secrets that work.' }),
  verifySecrets: z.enum(secretVerifications).meta({
    description:
      'on: the providers of twenty kinds of secrets are asked whether these still work; a live one is critical.',
  }),
};
const knownExploited = z.boolean().meta({
  description: "A vulnerability in CISA's catalog of known exploited ones fails the gate.",
});
const epssAtLeast = z
  .number()
  .gt(0)
  .max(1)
  .nullable()
  .meta({ description: 'A vulnerability with at least this EPSS score fails the gate.' });
const unfixable = z
  .strictObject({ untilDays: z.int().min(1).max(365) })
  .nullable()
  .meta({
    description:
      'Vulnerabilities without a known fix do not count until so many days after their publication.',
  });
const developmentDependencies = z.boolean().meta({
  description: 'Vulnerabilities in packages for development are reported and do not count.',
});
const unused = z.boolean().meta({
  description: 'Vulnerabilities in packages that the code does not import are reported and do not count.',
});
const requiredScanTypes = z
  .array(scanType)
  .min(1)
  .max(6)
  .meta({ description: 'A scan of fewer types gets a verdict, but no green check. Default: all types.' });
export const gate = z
  .object({
    apiGateSeverityThreshold: z.enum(thresholds),
    unknownSeverityAs: z.enum(thresholds),
    minimumConfidence,
    testFolders: z.object(testFolders).meta({ description: inTestFolders }),
    licensePolicy: z.object(licensePolicy),
    sourcePolicy: z.object({ severities: sourceSeverities, allowedHosts }),
    ...settings,
    requiredScanTypes,
    failOn: z.object({ knownExploited, epssAtLeast }),
    ignore: z.object({ unfixable, developmentDependencies, unused }),
    proposal: z
      .object({ personId: id, at: instant })
      .optional()
      .meta({ description: 'A weaker rule about waivers that waits for another owner or admin.' }),
  })
  .meta({ examples: [policyView(defaultPolicy)] });
export const gateChange = z.strictObject({
  apiGateSeverityThreshold: z.enum(thresholds).optional(),
  unknownSeverityAs: z.enum(thresholds).optional(),
  minimumConfidence: minimumConfidence.optional(),
  testFolders: z
    .strictObject({ secrets: testFolders.secrets.optional(), code: testFolders.code.optional() })
    .optional()
    .meta({ description: inTestFolders }),
  licensePolicy: z
    .strictObject({
      denyCategories: licensePolicy.denyCategories.optional(),
      deny: licensePolicy.deny.optional(),
      allow: licensePolicy.allow.optional(),
      exceptions: licensePolicy.exceptions.optional(),
      ignoreDevelopment: licensePolicy.ignoreDevelopment.optional(),
    })
    .optional(),
  sourcePolicy: z
    .strictObject({ severities: sourceSeverities.optional(), allowedHosts: allowedHosts.optional() })
    .optional(),
  ...z.strictObject(settings).partial().shape,
  requiredScanTypes: requiredScanTypes.nullable().optional(),
  failOn: z.strictObject({ knownExploited, epssAtLeast }).partial().optional(),
  ignore: z.strictObject({ unfixable, developmentDependencies, unused }).partial().optional(),
});
