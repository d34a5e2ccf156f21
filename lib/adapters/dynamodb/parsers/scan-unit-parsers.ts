import type {
  BaseUnit,
  Charge,
  KeptResult,
  Scan,
  ScanStatus,
  ScanUnit,
  WaiterLease,
} from '@scangate/domain/records';
import { unitTypes } from '@scangate/engines/model/project-unit';
import { isTrue, keyIn, kindOf, listOf, number, objectOf, oneOf, optional, text } from './parse-value.ts';
import { errorCode } from './verdict-parsers.ts';

export const unitType = oneOf(unitTypes);
export const scanStatus = keyIn<ScanStatus>({
  queued: true,
  running: true,
  completed: true,
  failed: true,
  cancelled: true,
});

export const chargedPeriods = objectOf<Scan['chargedPeriods']>({
  core: optional(text),
  sast: optional(text),
});

export const scanUnit = objectOf<ScanUnit>({
  projectUnitId: text,
  path: text,
  type: unitType,
  status: scanStatus,
  charge: objectOf<Charge>({ core: optional(number), sast: optional(number) }),
  promotionsVersions: optional(objectOf<Charge>({ core: optional(number), sast: optional(number) })),
  chargedPeriods: optional(chargedPeriods),
  error: optional(text),
  errorCode: optional(errorCode),
  reuseKey: optional(text),
  sourceBytes: optional(number),
  reusedFrom: optional(text),
});

export const baseUnit = objectOf<BaseUnit>({ projectUnitId: text, path: text, type: unitType });

export const artifact = kindOf<NonNullable<Scan['artifact']>>({
  lockfile: objectOf<{ kind: 'lockfile'; path: string; sha256?: string }>({
    kind: keyIn<'lockfile'>({ lockfile: true }),
    path: text,
    sha256: optional(text),
  }),
  sbom: objectOf<{ kind: 'sbom'; sha256?: string }>({
    kind: keyIn<'sbom'>({ sbom: true }),
    sha256: optional(text),
  }),
});

export const keptResult = objectOf<KeptResult>({
  key: text,
  scanId: text,
  keptAt: text,
  bytes: number,
  commented: listOf(text),
  allowsCode: optional(isTrue),
});

export const dedupRow = objectOf<NonNullable<WaiterLease['dedup']>>({ repositoryId: text, digest: text });
