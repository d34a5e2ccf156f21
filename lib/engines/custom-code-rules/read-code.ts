import type { SourceFiles } from '../model/source-files.ts';
import { recognizeSource } from '../sast/recognize-source.ts';
import type { FileType } from '../sast/source-type.ts';
import { embeddedCode, type EmbeddedCode } from '../sast/embedded/embedded-code.ts';
import { parseable } from '../sast/parseable.ts';
import { readingsOf } from '../source-files/source-text.ts';

/** The code of a file, or of the page that holds it. */
export interface Code {
  path: string;
  text: string;
  type: FileType;
  embedded?: EmbeddedCode;
  /** Whether the file may be read as another text, too, which is not analyzed. */
  hasOtherReading: boolean;
}

/** The engine's own limit: it reports larger files, which are not read here. */
const maxFileBytes = 1024 * 1024;

/**
 * Reads the code of a file.
 * @returns undefined for a file that the engine itself does not analyze either, and reports.
 */
export const readCode = (files: SourceFiles, path: string): Code | undefined => {
  const { type } = recognizeSource(files, path);
  if (type === undefined) return undefined;
  try {
    const content = files.read(path);
    const [bytes, other] = content.length > maxFileBytes ? [] : readingsOf(content);
    if (bytes === undefined) return undefined;
    const page = bytes.toString('utf8');
    const embedded = type.host && embeddedCode(page, type.host);
    const text = parseable(embedded?.text ?? page, type.language);
    return text === undefined
      ? undefined
      : { path, text, type, hasOtherReading: other !== undefined, ...(embedded && { embedded }) };
  } catch {
    return undefined;
  }
};
