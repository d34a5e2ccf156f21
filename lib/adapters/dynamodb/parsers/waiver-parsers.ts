import type { Records } from '@scangate/domain/record-changes';
import { expiryStages, waiverKinds, waiverStates } from '@scangate/domain/waivers/waiver-records';
import type { WaiverMatch, WaiverScope } from '@scangate/engines/model/gate/waiver';
import { queued } from './field-parsers.ts';
import { number, objectOf, oneOf, optional, text, type FieldParsers, type Parse } from './parse-value.ts';

type AdvisoryMatch = Extract<WaiverMatch, { advisory: string }>;
type PackageMatch = Extract<WaiverMatch, { package: string }>;
type RuleMatch = Extract<WaiverMatch, { rule: string }>;
type LicenseMatch = Extract<WaiverMatch, { license: string }>;
type FingerprintMatch = Extract<WaiverMatch, { fingerprint: string }>;

/** The shapes of a match, distinguished by the field that only one of them has. */
const matches: readonly [field: string, parse: Parse<WaiverMatch>][] = [
  ['advisory', objectOf<AdvisoryMatch>({ advisory: text, package: optional(text) })],
  ['rule', objectOf<RuleMatch>({ rule: text, path: optional(text) })],
  ['license', objectOf<LicenseMatch>({ license: text, package: optional(text) })],
  ['fingerprint', objectOf<FingerprintMatch>({ fingerprint: text })],
];
const packageMatch = objectOf<Pick<PackageMatch, 'package'>>({ package: text });

const match: Parse<WaiverMatch> = (value) => {
  const fields = typeof value === 'object' && value !== null ? value : {};
  const parse = matches.find(([field]) => field in fields)?.[1] ?? packageMatch;
  return parse(value);
};

const waiver: FieldParsers<Records['waiver']> = {
  organizationId: text,
  waiverId: text,
  kind: oneOf(waiverKinds),
  match,
  scope: objectOf<WaiverScope>({ repositoryId: optional(text), projectUnitId: optional(text) }),
  reason: text,
  status: oneOf(waiverStates),
  version: number,
  renews: optional(text),
  slot: number,
  createdAt: text,
  createdBy: text,
  approvedAt: optional(text),
  approvedBy: optional(text),
  endedAt: optional(text),
  endedBy: optional(text),
  expiresAt: text,
  ...queued,
};

/** Parsers of the records of waivers. */
export const waiverRecordFields: { [R in 'waiver' | 'waiverSlot']: FieldParsers<Records[R]> } = {
  waiver,
  waiverSlot: {
    organizationId: text,
    slot: number,
    waiverId: text,
    freeAt: text,
    waiver: objectOf<Records['waiver']>(waiver),
    noticedAt: optional(text),
    toldStage: optional(oneOf(expiryStages)),
    lastMatchedAt: optional(text),
  },
};
