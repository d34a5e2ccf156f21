import type {
  Confidence,
  FailOn,
  GatePolicy,
  Ignore,
  LicensePolicy,
  OnUnassessed,
  SecretVerification,
  SeverityChoice,
  SourcePolicy,
  TestFolders,
  WaiverApproval,
} from '@scangate/engines/model/gate/policy';
import {
  defaultMaxWaiverDays,
  defaultPrCheckThreshold,
  defaultTestFolders,
} from '@scangate/engines/model/gate/policy';
import { scanTypes, type ScanType } from '@scangate/engines/model/scan-type';
import type { Threshold } from '@scangate/engines/model/severity';
import type { SourceRule } from '@scangate/engines/model/source-problem';

/** A change of the gate as a caller sends it: absent fields are kept, and null clears a field. */
export interface GateChange {
  apiGateSeverityThreshold?: Threshold | undefined;
  prCheckSeverityThreshold?: Threshold | undefined;
  unknownSeverityAs?: Threshold | undefined;
  minimumConfidence?: Confidence | undefined;
  testFolders?: { [K in keyof TestFolders]?: TestFolders[K] | undefined } | undefined;
  licensePolicy?: { [K in keyof LicensePolicy]?: LicensePolicy[K] | undefined } | undefined;
  sourcePolicy?:
    | {
        severities?: { [K in SourceRule]?: Threshold | undefined } | undefined;
        allowedHosts?: string[] | undefined;
      }
    | undefined;
  suppressions?: GatePolicy['suppressions'];
  /** Replaced as a whole. */
  onUnassessed?: { [K in keyof OnUnassessed]?: OnUnassessed[K] | undefined } | undefined;
  requiredScanTypes?: ScanType[] | null | undefined;
  failOn?: { knownExploited?: boolean | undefined; epssAtLeast?: number | null | undefined } | undefined;
  ignore?:
    | {
        unfixable?: { untilDays: number } | null | undefined;
        developmentDependencies?: boolean | undefined;
        unused?: boolean | undefined;
      }
    | undefined;
  severity?: SeverityChoice | undefined;
  maxWaiverDays?: number | undefined;
  waiverApproval?: WaiverApproval | undefined;
  neverWaive?: string[] | undefined;
  verifySecrets?: SecretVerification | undefined;
}

const mergeLicense = (
  license: LicensePolicy,
  change: NonNullable<GateChange['licensePolicy']> = {},
): LicensePolicy => {
  const exceptions = change.exceptions ?? license.exceptions ?? [];
  const ignoreDevelopment = change.ignoreDevelopment ?? license.ignoreDevelopment ?? false;
  return {
    denyCategories: change.denyCategories ?? license.denyCategories,
    deny: change.deny ?? license.deny,
    allow: change.allow ?? license.allow,
    ...(exceptions.length > 0 && { exceptions }),
    ...(ignoreDevelopment && { ignoreDevelopment }),
  };
};

/** Returns the fields that are set; undefined when none is, so that a policy without a part has no entry for it. */
const partOf = <T extends object>(fields: T): T | undefined => {
  const stated = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return stated.length > 0 ? (Object.fromEntries(stated) as T) : undefined;
};

/** Severities and hosts are replaced as a whole. */
const mergeSources = (
  { severities, allowedHosts }: SourcePolicy = {},
  change: NonNullable<GateChange['sourcePolicy']> = {},
): SourcePolicy | undefined => {
  const hosts = change.allowedHosts ?? allowedHosts ?? [];
  return partOf({
    severities: partOf(change.severities ?? severities ?? {}),
    allowedHosts: hosts.length > 0 ? hosts : undefined,
  }) as SourcePolicy | undefined;
};

const mergeFailOn = (failOn: FailOn = {}, change: NonNullable<GateChange['failOn']> = {}) =>
  partOf({
    knownExploited: (change.knownExploited ?? failOn.knownExploited) || undefined,
    epssAtLeast: change.epssAtLeast === undefined ? failOn.epssAtLeast : change.epssAtLeast,
  }) as FailOn | undefined;

const mergeIgnore = (ignore: Ignore = {}, change: NonNullable<GateChange['ignore']> = {}) =>
  partOf({
    unfixable: change.unfixable === undefined ? ignore.unfixable : change.unfixable,
    developmentDependencies: (change.developmentDependencies ?? ignore.developmentDependencies) || undefined,
    unused: (change.unused ?? ignore.unused) || undefined,
  }) as Ignore | undefined;

/** A value that equals the default is not stored, so that equal policies have one digest. */
const unlessDefault = <T>(value: T | undefined, standard: T): T | undefined =>
  value === standard ? undefined : value;

const mergeTestFolders = (
  { secrets, code }: TestFolders = {},
  change: GateChange['testFolders'] = {},
): TestFolders | undefined =>
  partOf({
    secrets: unlessDefault(change.secrets ?? secrets, defaultTestFolders.secrets),
    code: unlessDefault(change.code ?? code, defaultTestFolders.code),
  });

/** All types in their canonical order, or none for the full scope. */
const inOrder = (types: readonly ScanType[] | null | undefined): ScanType[] | undefined => {
  const chosen = scanTypes.filter((type) => types?.includes(type));
  return chosen.length === 0 || chosen.length === scanTypes.length ? undefined : chosen;
};

const mergeWaivers = (policy: GatePolicy, change: GateChange) => {
  const neverWaive = [...new Set(change.neverWaive ?? policy.neverWaive ?? [])].toSorted();
  return {
    maxWaiverDays: unlessDefault(change.maxWaiverDays ?? policy.maxWaiverDays, defaultMaxWaiverDays),
    waiverApproval: unlessDefault(change.waiverApproval ?? policy.waiverApproval, 'single'),
    neverWaive: neverWaive.length > 0 ? neverWaive : undefined,
  };
};

/** Makes the policy that results from a change. Equal settings give equal policies, whatever was changed before. */
export const applyGateChange = (policy: GatePolicy, change: GateChange): GatePolicy => {
  const requiredScanTypes =
    change.requiredScanTypes === undefined ? policy.requiredScanTypes : change.requiredScanTypes;
  return {
    severityThreshold: change.apiGateSeverityThreshold ?? policy.severityThreshold,
    unknownSeverityAs: change.unknownSeverityAs ?? policy.unknownSeverityAs,
    license: mergeLicense(policy.license, change.licensePolicy),
    ...partOf({
      minimumConfidence: unlessDefault(change.minimumConfidence ?? policy.minimumConfidence, 'high'),
      testFolders: mergeTestFolders(policy.testFolders, change.testFolders),
      prCheckSeverityThreshold: unlessDefault(
        change.prCheckSeverityThreshold ?? policy.prCheckSeverityThreshold,
        defaultPrCheckThreshold,
      ),
      sources: mergeSources(policy.sources, change.sourcePolicy),
      suppressions: unlessDefault(change.suppressions ?? policy.suppressions, 'reviewed'),
      onUnassessed: partOf(change.onUnassessed ?? policy.onUnassessed ?? {}),
      requiredScanTypes: inOrder(requiredScanTypes),
      failOn: mergeFailOn(policy.failOn, change.failOn),
      ignore: mergeIgnore(policy.ignore, change.ignore),
      severity: unlessDefault(change.severity ?? policy.severity, 'highest'),
      ...mergeWaivers(policy, change),
      verifySecrets: unlessDefault(change.verifySecrets ?? policy.verifySecrets, 'off'),
      customRules: policy.customRules,
    }),
  } as GatePolicy;
};
