import { linesOf } from '../parse/lines.ts';

const module = /^# (\S{1,500}) (v\S{1,200})(?: => |$)/;
const maxLineLength = 4096;

/**
 * Returns `[path, version]` of each module in vendor/modules.txt under the name go.mod uses; replacements are
 * resolved by the caller. A replacement of all versions has no version there and is skipped.
 */
export const vendoredModules = (text: string): [string, string][] =>
  linesOf(text).flatMap((line): [string, string][] => {
    const [, path, version] = line.length > maxLineLength ? [] : (module.exec(line) ?? []);
    return path !== undefined && version !== undefined ? [[path, version]] : [];
  });
