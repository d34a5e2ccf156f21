import type { SourceChange } from '../start/replace-modules.ts';
import { dayOfEverything, type SeededBug } from './seeded-bugs.ts';

/** Bugs of uploads: alone, or whole requests. */
const ofUploads: readonly SeededBug[] = [
  {
    name: 'an upload for two scans',
    breaks: 'terminal',
    file: 'lib/domain/scans/uploads/use-upload.ts',
    find: "when: [{ field: 'scanId', is: 'absent' }],",
    replace: "when: [{ field: 'createdAt', is: 'present' }],",
    also: [{ file: 'lib/app/scans/create-scan.ts', find: '  requireUnused(upload);\n', replace: '' }],
  },
  {
    name: 'an uploaded request whose branch is forgotten',
    breaks: 'upload',
    file: 'lib/app/scans/read-scan-request.ts',
    find: 'return { ...parseScanRequest(json), upload: known };',
    replace:
      'const { request, ...rest } = parseScanRequest(json);\n  return { ...rest, request: { ...request, branch: undefined } as never, upload: known };',
  },
  {
    name: 'an SBOM in SPDX of other versions',
    breaks: 'upload',
    file: 'lib/engines/sbom/conversions/spdx.ts',
    find: "return textAt(reference, 'referenceLocator', 4096);",
    replace: "return textAt(reference, 'referenceLocator', 4096)?.replace('@1.2', '@1.1');",
  },
  {
    name: 'an upload that names another scan',
    breaks: 'upload',
    file: 'lib/domain/scans/uploads/use-upload.ts',
    find: '          set: { scanId },',
    replace: '          set: { scanId: upload.uploadId },',
  },
];

/** The other guards that refuse a release that exists: a look at it, its statement, its event and that of the audit. */
const otherGuardsOfReleases: readonly SourceChange[] = [
  {
    file: 'lib/app/bundles/release-bundle.ts',
    find: "    if (await store.get('release', ref, { consistent: true })) throw releaseExists();\n",
    replace: '',
  },
  {
    file: 'lib/domain/bundles/release-rules.ts',
    find: "{ change: 'insert', record: 'attestation', item: attestation, onConflict: releaseExists },",
    replace:
      "{ change: 'insert', record: 'attestation', item: attestation, replaceIf: [{ field: 'signedAt', is: 'present' }], onConflict: releaseExists },",
  },
  {
    file: 'lib/app/bundles/release-bundle.ts',
    find: '    cause: `${bundleId}#${version}`,',
    replace: '    cause: `${bundleId}#${version}#${at}`,',
  },
  {
    file: 'lib/domain/bundles/release-rules.ts',
    find: '      cause: `${bundleId}#${releaseVersion}`,',
    replace: '      cause: `${bundleId}#${releaseVersion}#${releasedAt}`,',
  },
];

/** Bugs of repositories, waivers, webhooks, badges and accounts that somebody looks after. */
export const upkeepBugs: readonly SeededBug[] = [
  ...ofUploads,
  {
    name: 'a disconnected repository that keeps its credential',
    breaks: 'disconnected',
    file: 'lib/domain/repositories/connect-repository.ts',
    find: "      unset: ['credential'],\n      when: [{ field: 'disconnectedAt', is: 'absent' }],",
    replace: "      when: [{ field: 'disconnectedAt', is: 'absent' }],",
  },
  {
    name: 'a refund that the budget counts twice',
    breaks: 'budget',
    file: 'lib/domain/accounts/client-budget.ts',
    find: 'add: { core: -refunded.core, sast: -refunded.sast },',
    replace: 'add: { core: -2 * refunded.core, sast: -refunded.sast },',
  },
  {
    name: 'a renewed waiver that stays in force',
    breaks: 'renewal',
    file: 'lib/app/waivers/create-waiver.ts',
    find: "    ...(renews && waiver.status === 'approved' ? replaceWaiver({ caller, waiver: renews, now: at }) : []),\n",
    replace: '',
    world: dayOfEverything,
  },
  {
    name: 'a promotion of half of its credits',
    breaks: 'adjustment',
    file: 'lib/app/operator/adjust-credits.ts',
    find: 'grantId: adjustmentId, expiresAt }',
    replace: 'amount: Math.ceil(adjustment.amount / 2), grantId: adjustmentId, expiresAt }',
  },
  {
    name: 'a former secret that signs on',
    breaks: 'signature',
    file: 'lib/domain/webhooks/webhook-secrets.ts',
    find: 'signsUntil === undefined || signsUntil > now);',
    replace: "signsUntil === undefined || now !== '');",
    world: { days: 0.4, organizations: 7, acts: 200 },
  },
  {
    name: 'a delivery that is another one when it comes again',
    breaks: 'signature',
    file: 'lib/domain/webhooks/webhook-body.ts',
    find: '  timestamp: at,',
    replace: '  timestamp: new Date().toISOString() || at,',
    world: dayOfEverything,
  },
  {
    name: 'a badge that hides what is found',
    breaks: 'badge',
    file: 'lib/domain/repositories/repository-badge.ts',
    find: "if (gate.verdict !== 'PASS') return gate.verdict;",
    replace: "if (gate.verdict === 'ERROR') return gate.verdict;",
    world: dayOfEverything,
  },
  {
    name: 'a tracker that keeps its credential when it is removed',
    breaks: 'removed',
    file: 'lib/domain/event-subscribers/manage-subscriber.ts',
    find: "unset: ['secrets', 'credential', 'dueQueue', 'dueAt'] }",
    replace: "unset: ['secrets', 'dueQueue', 'dueAt'] }",
    world: { acts: 120 },
  },
  {
    name: 'a release that is published again',
    breaks: 'terminal',
    file: 'lib/domain/bundles/release-rules.ts',
    find: "{ change: 'insert', record: 'release', item: release, onConflict: releaseExists },",
    replace:
      "{ change: 'insert', record: 'release', item: release, replaceIf: [{ field: 'releasedAt', is: 'present' }], onConflict: releaseExists },",
    also: otherGuardsOfReleases,
    world: { days: 1, acts: 300 },
  },
];
