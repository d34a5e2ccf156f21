import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { encodedObject, encodedText } from '@scangate/client';
import { documentTypeOf, type DocumentType } from '@scangate/domain/scans/uploads/document-types';
import type { SbomFormat } from '@scangate/engines/model/sbom-format';
import { formatOfMembers, tagValueVersion } from '@scangate/engines/sbom/conversions/document-format';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import { compactJson, membersOfJson } from './json-syntax.ts';
import { rootOf, type Clone } from './local-commit.ts';
import type { targetFlags } from './scan-flags.ts';

/** The service accepts a request of this size. */
const maxBytes = 10_485_760;

/** An SBOM in another format than CycloneDX JSON, which is uploaded unchanged. */
interface DocumentArtifact {
  document: { bytes: Uint8Array<ArrayBuffer>; mediaType: DocumentType };
}

/** The content that is sent in the request itself. */
type InlineArtifact = { lockfile: { path: string; content: string } } | { sbom: Record<string, unknown> };

/** A lockfile or an SBOM that was built here. */
export type Artifact = InlineArtifact | DocumentArtifact;

type ArtifactContext = Pick<CommandContext<typeof targetFlags>, 'flags' | 'directory' | 'files'>;

const requireFile = async (file: string, { directory }: ArtifactContext, flag: string): Promise<void> => {
  const found = await stat(resolve(directory, file)).catch(() => undefined);
  if (!found) throw badFlag(`${flag}: ${file} does not exist.`);
  if (!found.isFile()) throw badFlag(`${flag}: ${file} is not a file.`);
  if (found.size > maxBytes)
    throw badFlag(`${flag}: ${file} has ${found.size} bytes; the maximum is ${maxBytes}.`);
};

const readBytes = async (file: string, context: ArtifactContext, flag: string): Promise<Uint8Array> => {
  await requireFile(file, context, flag);
  const bytes = await context.files.read(file).catch(() => {
    throw badFlag(`${flag}: ${file} cannot be read.`);
  });
  if (!isUtf8(bytes)) throw badFlag(`${flag}: ${file} is not UTF-8 text.`);
  return bytes;
};

/** The path from the root of the repository. For a file from elsewhere, only its name. */
const pathInRepository = (file: string, directory: string, clone: Clone): string => {
  const path = resolve(directory, file);
  const inside = relative(rootOf(clone) ?? directory, path);
  const isOutside = inside === '' || inside.startsWith('..') || resolve(inside) === inside;
  return isOutside ? basename(path) : inside.split(sep).join('/');
};

const unknownFormat = (file: string): Error =>
  badFlag(`--sbom: ${file} is not CycloneDX, SPDX, syft JSON or trivy JSON.`);

/** Detects the format from the content, as the service does. @throws CliFailure */
const formatOf = (file: string, text: string): SbomFormat => {
  const start = text.slice(0, 1024).trimStart()[0];
  if (start === '<') return 'CycloneDX XML';
  if (start !== '{') {
    if (tagValueVersion(text) === undefined) throw unknownFormat(file);
    return 'SPDX 2 tag-value';
  }
  const members = membersOfJson(text);
  if (!members) throw badFlag(`--sbom: ${file} is not complete JSON.`);
  const format = formatOfMembers((name) => members.has(name));
  if (format === undefined) throw unknownFormat(file);
  return format;
};

const sbomOf = async (file: string, context: ArtifactContext): Promise<Artifact> => {
  const bytes = await readBytes(file, context, '--sbom');
  const format = formatOf(file, new TextDecoder().decode(bytes));
  if (format === 'CycloneDX JSON') return { sbom: encodedObject(compactJson(bytes)) };
  return { document: { bytes: new Uint8Array(bytes), mediaType: documentTypeOf[format] } };
};

/** Reads the file of `--lockfile` or `--sbom`. @throws CliFailure */
export const readArtifact = async (context: ArtifactContext, clone: Clone): Promise<Artifact | undefined> => {
  const { lockfile, sbom } = context.flags;
  if (lockfile !== undefined && sbom !== undefined)
    throw badFlag('--lockfile and --sbom exclude each other.');
  if (sbom !== undefined) return sbomOf(sbom, context);
  if (lockfile === undefined) return undefined;
  const content = encodedText(await readBytes(lockfile, context, '--lockfile'));
  return { lockfile: { path: pathInRepository(lockfile, context.directory, clone), content } };
};
