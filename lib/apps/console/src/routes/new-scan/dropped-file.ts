/** The limit of the service for a whole scan request, and of a compressed one through this page. */
export const maxFileBytes = 10_485_760;
export const maxCompressedBytes = 4_500_000;

export type DroppedArtifact =
  | { kind: 'lockfile'; lockfile: { path: string; content: string } }
  | { kind: 'sbom'; sbom: Record<string, unknown> };

export type DropProblem =
  | { code: 'empty' }
  | { code: 'too_large'; bytes: number }
  | { code: 'too_large_compressed'; bytes: number }
  | { code: 'not_text' }
  | { code: 'not_json' }
  | { code: 'not_cyclonedx' }
  | { code: 'other_sbom' };

export type DropResult = { artifact: DroppedArtifact } | { problem: DropProblem };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** The JSON files that are lockfiles; any other file named .json is taken for an SBOM. */
const jsonLockfiles: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'packages.lock.json',
  'package.resolved',
  'composer.lock',
  'pipfile.lock',
]);

/** A document says what it is near its beginning. */
const beginningLength = 4096;

/** Tells whether a document lists packages in a format that this page does not send: CycloneDX XML, SPDX, syft or trivy. */
const isOtherSbom = (content: string, json: unknown): boolean => {
  const has = (name: string): boolean => isObject(json) && Object.hasOwn(json, name);
  const isTrivy = has('SchemaVersion') && has('ArtifactName');
  const isSyft = has('artifacts') && (has('schema') || has('descriptor'));
  if (isObject(json)) return has('spdxVersion') || has('@context') || isTrivy || isSyft;
  const lines = content.slice(0, beginningLength).split('\n');
  return lines.some(
    (line) => line.includes('//cyclonedx.org/schema/bom/') || line.startsWith('SPDXVersion:'),
  );
};

/** The size is known before the file is read, so nothing too large ever comes into memory. */
export const checkSize = (bytes: number): DropProblem | undefined => {
  if (bytes === 0) return { code: 'empty' };
  return bytes > maxFileBytes ? { code: 'too_large', bytes } : undefined;
};

/** Tells from name and content what a dropped file is. The service judges whether it can be read. */
export const classifyFile = (name: string, content: string): DropResult => {
  if (content.trim() === '') return { problem: { code: 'empty' } };
  // A byte that is no text, or a NUL, comes from a binary file.
  if (content.includes('\uFFFD') || content.includes('\0')) return { problem: { code: 'not_text' } };
  const isJsonLockfile = jsonLockfiles.has(name.toLowerCase());
  const json = parsed(content.replace(/^\uFEFF/, ''));
  if (isJsonLockfile && !json) return { problem: { code: 'not_json' } };
  if (isJsonLockfile) return { artifact: { kind: 'lockfile', lockfile: { path: name, content } } };
  if (json && isObject(json.value) && json.value['bomFormat'] === 'CycloneDX')
    return { artifact: { kind: 'sbom', sbom: json.value } };
  if (isOtherSbom(content, json?.value)) return { problem: { code: 'other_sbom' } };
  if (/\.json$/i.test(name)) return { problem: { code: json ? 'not_cyclonedx' : 'not_json' } };
  return { artifact: { kind: 'lockfile', lockfile: { path: name, content } } };
};

/** Counts the bytes of a compressed text, up to the limit. The rest of a larger one is not compressed. */
const compressedBytes = async (text: string): Promise<number> => {
  const reader = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')).getReader();
  let bytes = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return bytes;
    bytes += value.length;
    if (bytes <= maxCompressedBytes) continue;
    reader.cancel().catch(() => undefined);
    return bytes;
  }
};

/** Reads a dropped file and says what it is, or why it cannot be sent from here. */
export const readDroppedFile = async (file: Pick<File, 'name' | 'size' | 'text'>): Promise<DropResult> => {
  const problem = checkSize(file.size);
  if (problem) return { problem };
  const content = await file.text();
  const result = classifyFile(file.name, content);
  if ('problem' in result) return result;
  const bytes = await compressedBytes(content);
  return bytes > maxCompressedBytes ? { problem: { code: 'too_large_compressed', bytes } } : result;
};
