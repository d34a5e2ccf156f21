import { crc32Base62 } from './model/base62-checksum.ts';
import type { Inventory } from './model/component.ts';
import { defaultPolicy } from './model/gate/policy.ts';
import type { AdvisoryIndex } from './model/advisory.ts';
import type { ScanType } from './model/scan-type.ts';
import type { EngineInput, SourceInput } from './engine.ts';
import type { SourceFiles } from './model/source-files.ts';
import { emptyAdvisoryIndex } from './advisories/advisory-index.ts';
import { canariesOfFiles } from './sast/canaries/canaries-of-files.ts';
import { canaryComponent } from './advisories/canary-advisory.ts';

/** The properties of a finding by which a canary recognizes it. */
interface CanaryFinding {
  fingerprint: string;
  file: string;
  rule?: string;
}

/** A sample unit and what it must give: so many different findings, or these. */
interface Canary {
  input: Partial<EngineInput & SourceInput>;
  expected: number | readonly string[];
  keyOf: (finding: CanaryFinding) => string;
}

const byFingerprint = ({ fingerprint }: CanaryFinding): string => fingerprint;

interface CanaryContext {
  advisories: AdvisoryIndex;
  files: SourceFiles;
}

const filesOf = (texts: Readonly<Record<string, string>>): SourceFiles => ({
  entries: Object.entries(texts).map(([path, text]) => ({ path, sizeBytes: Buffer.byteLength(text) })),
  read: (path) => Buffer.from(texts[path] ?? ''),
});

const sourceOf = (texts: Readonly<Record<string, string>>): Partial<SourceInput> => ({
  files: filesOf(texts),
  ignoreFile: { entries: [], truncated: false },
});

const inventoryOf = (components: Inventory['components']): Inventory => ({
  unitType: 'npm',
  components,
  direct: [],
  read: ['canary'],
  unread: [],
  notes: [],
});

/** Uses the canary package of each ecosystem in the snapshot. */
const vulnerable = ({ advisories }: CanaryContext): Canary => ({
  input: { inventory: inventoryOf(advisories.ecosystems.map(canaryComponent)) },
  expected: advisories.ecosystems.length,
  keyOf: byFingerprint,
});

const strongCopyleft = (): Canary => ({
  input: {
    inventory: inventoryOf([{ ...canaryComponent('npm'), license: 'MIT AND GPL-3.0-only' }]),
    policy: defaultPolicy,
  },
  expected: 1,
  keyOf: byFingerprint,
});

/** Assembled at run time, so that no token is in the source. It is not a real one. */
const credential = (): Canary => {
  const body = ['sgs', 'q7Zp2LxW9dKt4RvB6nYc8HmF3jGs5A'].join('_');
  return {
    input: sourceOf({ 'canary.env': `CANARY_TOKEN=${body}${crc32Base62(body)}\n` }),
    expected: 1,
    keyOf: byFingerprint,
  };
};

const weak = ({ files }: CanaryContext): Canary => {
  const canaries = canariesOfFiles(files);
  return {
    input: sourceOf(Object.fromEntries(canaries.map(({ file, text }) => [file, text]))),
    expected: canaries.flatMap(({ file, rules }) => rules.map((rule) => JSON.stringify([file, rule]))),
    keyOf: ({ file, rule }) => JSON.stringify([file, rule]),
  };
};

const canaries: Partial<Record<ScanType, (context: CanaryContext) => Canary>> = {
  sca: vulnerable,
  'dependency-advisor': vulnerable,
  license: strongCopyleft,
  secrets: credential,
  sast: weak,
};

const hasAll = ({ expected }: Canary, found: ReadonlySet<string>): boolean =>
  typeof expected === 'number' ? found.size >= expected : expected.every((key) => found.has(key));

/** An engine of either kind. */
interface Canaried<Input> {
  scanType: ScanType;
  run(input: Input): { findings: readonly CanaryFinding[] };
}

/**
 * Runs an engine on a known-bad sample, so that a broken engine does not report a unit as clean.
 * @returns whether there was a sample to find.
 * @throws Error when the engine misses it, which is a bug and fails the scan.
 */
export const assertFindsCanary = <Input extends EngineInput | SourceInput>(
  { scanType, run }: Canaried<Input>,
  input: Input,
): boolean => {
  const advisories = 'advisories' in input ? input.advisories : emptyAdvisoryIndex;
  const files = 'files' in input ? input.files : filesOf({});
  const canary = canaries[scanType]?.({ advisories, files });
  if (!canary || canary.expected === 0) return false;
  const { findings } = run({ ...input, ...canary.input });
  if (!hasAll(canary, new Set(findings.map(canary.keyOf))))
    throw new Error(`the ${scanType} engine did not find its canary`);
  return true;
};
