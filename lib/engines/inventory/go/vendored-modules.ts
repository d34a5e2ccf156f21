const module = /^# (\S{1,500}) (v\S{1,200})(?: => |$)/;
const maxLineLength = 4096;

/**
 * `[path, version]` of each module that vendor/modules.txt says is copied into the repository, as go.mod would
 * name it; replacements are go.mod's to tell. A replacement of all versions stands there without a version.
 */
export const vendoredModules = (text: string): [string, string][] =>
  text.split(/\r\n|\n|\r/).flatMap((line): [string, string][] => {
    const [, path, version] = line.length > maxLineLength ? [] : (module.exec(line) ?? []);
    return path !== undefined && version !== undefined ? [[path, version]] : [];
  });
